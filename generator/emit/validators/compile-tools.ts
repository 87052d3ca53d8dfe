import { bundleModule } from './bundle-module.js';
import { openCompilation, type SchemaCompilation } from './compile-schemas.js';
import type { DefinitionIndex, IndexedDefinition } from './definition-index.js';
import { findSchemaFault } from './find-schema-fault.js';
import type { CompilerMode, ToolJobs, ValidatorJob } from './list-jobs.js';
import type { SharedModule } from './share-definitions.js';
import type { ValidatorFailure } from './validator-failure.js';

/** Compiles the schemas of tools, some after the others; what they have in common is compiled once. */
export interface ToolCompilation {
  /** Compiles the schemas of some tools. */
  readonly compile: (tools: readonly ToolJobs[]) => readonly ValidatorFailure[];
  /** The text of a module with the validators of tools that were compiled, while there is no failure. */
  readonly print: (tools: readonly ToolJobs[]) => Promise<string>;
  /** Whether a tool that was compiled refers to the definitions of a module. */
  readonly hasCompiled: (module: SharedModule) => boolean;
  /** The text of a module with definitions that others import, while there is no failure. */
  readonly printShared: (module: SharedModule) => Promise<string>;
}

/** Opens a compilation. Schemas that the compiler treats alike are compiled by one compiler, and so are their definitions. */
export function openToolCompilation(definitions: DefinitionIndex): ToolCompilation {
  const findFault = checkOnce();
  /** Why schemas that were looked at cannot be compiled, by id. */
  const messages = new Map<string, string | undefined>();
  const parts = new Map<string, SchemaCompilation>();
  const openPart = (part: string, mode: CompilerMode): SchemaCompilation => {
    const compilation = parts.get(part) ?? openCompilation(mode, part, definitions, findFault);
    parts.set(part, compilation);
    return compilation;
  };
  const compilePart = (part: string, jobs: readonly ValidatorJob[]): void => {
    const fresh = [...new Map(jobs.map((job) => [job.id, job])).values()].filter(({ id }) => !messages.has(id));
    for (const { id, mode, text } of fresh) messages.set(id, findSchemaFault(mode.dialect, parseSchema(text)));
    const [first, ...others] = fresh.filter(({ id }) => messages.get(id) === undefined);
    if (first === undefined) return;
    for (const [id, message] of openPart(part, first.mode).compile([first, ...others])) messages.set(id, message);
  };
  return {
    compile: (tools) => {
      const jobs = tools.flatMap((tool) => tool.jobs);
      for (const [part, members] of groupByPart(jobs)) compilePart(part, members);
      return jobs.flatMap(({ tool, mode, id }) => {
        const message = messages.get(id);
        return message === undefined ? [] : [{ tool, schema: mode.purpose, message }];
      });
    },
    print: (tools) => printTools(tools, parts),
    hasCompiled: ({ part, names }) => parts.get(part)?.hasCompiled(names) ?? false,
    printShared: ({ part, mode, names }) =>
      bundleModule(`export * from '${part}';\n`, new Map([[part, openPart(part, mode).printShared(names)]])),
  };
}

/** Checks every definition once, and only those that are needed. */
function checkOnce(): (definition: IndexedDefinition) => string | undefined {
  const faults = new Map<IndexedDefinition, string | undefined>();
  return (definition) => {
    if (!faults.has(definition))
      faults.set(definition, findSchemaFault(definition.dialect, parseSchema(definition.text)));
    return faults.get(definition);
  };
}

function parseSchema(text: string): object | boolean {
  return JSON.parse(text) as object | boolean;
}

function printTools(tools: readonly ToolJobs[], compiled: ReadonlyMap<string, SchemaCompilation>): Promise<string> {
  const jobs = tools.flatMap((tool) => tool.jobs);
  const parts = new Map(
    [...groupByPart(jobs)].map(([part, members]) => {
      const ids = [...new Set(members.map(({ id }) => id))];
      return [part, compiled.get(part)?.print(ids) ?? ''];
    }),
  );
  const entry = jobs.map(({ exportName, id, part }) => `export { ${id} as ${exportName} } from '${part}';\n`);
  return bundleModule(entry.join(''), parts);
}

function groupByPart(jobs: readonly ValidatorJob[]): ReadonlyMap<string, readonly ValidatorJob[]> {
  const groups = new Map<string, ValidatorJob[]>();
  for (const job of jobs) {
    const group = groups.get(job.part);
    if (group) group.push(job);
    else groups.set(job.part, [job]);
  }
  return groups;
}
