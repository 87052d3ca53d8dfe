import { bundleModules } from './bundle-modules.js';
import { SchemaCompiler } from './compile-schemas.js';
import type { DefinitionIndex } from './definition-index.js';
import { listModes, type ToolJobs, type ValidatorFailure } from './list-jobs.js';
import { tableReader } from './print-table.js';
import type { SharedModule } from './share-definitions.js';

/** Result of a compilation. */
export interface CompiledModules {
  /** Code of the modules: one per group, followed by the shared modules. Empty if there are failures. */
  readonly modules: readonly string[];
  /** Code of the module that reads tables; absent if there are no tables. */
  readonly tableReader?: string;
  readonly failures: readonly ValidatorFailure[];
}

/**
 * Compiles groups of tools, and shared definitions, to modules.
 * @param isCompact Whether to prefer short code over fast code.
 */
export async function compileModules(
  groups: readonly (readonly ToolJobs[])[],
  shared: readonly SharedModule[],
  definitions: DefinitionIndex,
  isCompact: boolean,
): Promise<CompiledModules> {
  const jobs = groups.flat().flatMap((tool) => tool.jobs);
  const compilers = new Map(
    listModes(jobs).map(({ mode, jobs: members }) => [
      mode.name,
      new SchemaCompiler(mode, members, definitions, isCompact),
    ]),
  );
  const failures = jobs.flatMap((job) => {
    const message = compilers.get(job.mode.name)?.findFailure(job);
    return message === undefined ? [] : [{ tool: job.tool, schema: job.mode.purpose, message }];
  });
  if (failures.length > 0) return { modules: [], failures };
  const bundles = groups.map((group) => {
    const members = group.flatMap((tool) => tool.jobs);
    const entry = members.map(({ exportName, id, mode }) => `export { ${id} as ${exportName} } from '${mode.name}';\n`);
    const others = listModes(members).map(
      ({ mode, jobs: own }) => [mode.name, compilers.get(mode.name)?.print(own) ?? ''] as const,
    );
    return { entry: entry.join(''), others: new Map(others) };
  });
  const sharedBundles = shared.map(({ mode: { name }, names }) => ({
    entry: `export * from '${name}';\n`,
    others: new Map([[name, compilers.get(name)?.printShared(names) ?? '']]),
  }));
  const hasTables = [...compilers.values()].some((compiler) => compiler.hasTables);
  const readers = hasTables ? [{ entry: tableReader, others: new Map<string, string>() }] : [];
  const modules = await bundleModules([...readers, ...bundles, ...sharedBundles]);
  return hasTables ? { modules: modules.slice(1), failures, tableReader: modules[0] ?? '' } : { modules, failures };
}
