import { bundleModules } from './bundle-modules.js';
import { SchemaCompiler } from './compile-schemas.js';
import type { DefinitionIndex } from './definition-index.js';
import { listModes, type ToolJobs, type ValidatorFailure } from './list-jobs.js';
import { tableReader, tableReaderFile } from './print-table.js';
import type { SharedModule } from './share-definitions.js';
import { nameSharedFormats, sharedFormats } from './share-formats.js';

/** Result of a compilation. */
export interface CompiledModules {
  /** Code of the modules: one per group, followed by the shared modules. Empty if there are failures. */
  readonly modules: readonly string[];
  /** Code of the modules that others import, by file name: the reader of tables, and the formats. */
  readonly helpers: ReadonlyMap<string, string>;
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
  if (failures.length > 0) return { modules: [], helpers: new Map(), failures };
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
  const all = [...compilers.values()];
  const helpers = [
    ...(all.some(({ hasTables }) => hasTables) ? [[tableReaderFile, tableReader] as const] : []),
    ...(all.some(({ usesFormats }) => usesFormats) ? [[nameSharedFormats(), sharedFormats] as const] : []),
  ];
  const helperBundles = helpers.map(([, entry]) => ({ entry, others: new Map<string, string>() }));
  const modules = await bundleModules([...helperBundles, ...bundles, ...sharedBundles]);
  return {
    modules: modules.slice(helpers.length),
    helpers: new Map(helpers.map(([file], position) => [file, modules[position] ?? ''])),
    failures,
  };
}
