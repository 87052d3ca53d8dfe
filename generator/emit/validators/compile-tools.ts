import { bundleModule } from './bundle-module.js';
import { type CompiledSchemas, compileSchemas } from './compile-schemas.js';
import type { DefinitionIndex, IndexedDefinition } from './definition-index.js';
import { findSchemaFault } from './find-schema-fault.js';
import type { ToolJobs, ValidatorJob } from './list-jobs.js';
import type { ValidatorFailure } from './validator-failure.js';

/** The validators of tools, compiled and not yet printed. */
export interface CompiledTools {
  readonly failures: readonly ValidatorFailure[];
  /** The text of a module with the validators of some of the tools, none of which has a failure. */
  readonly print: (tools: readonly ToolJobs[]) => Promise<string>;
}

/** Compiles the schemas of tools; those that the compiler treats alike are compiled together, and so their definitions. */
export function compileTools(tools: readonly ToolJobs[], definitions: DefinitionIndex): CompiledTools {
  const findFault = checkOnce();
  const jobs = tools.flatMap((tool) => tool.jobs);
  const messages = new Map<string, string>();
  const parts = new Map<string, CompiledSchemas>();
  for (const [part, members] of groupByPart(jobs)) {
    const different = [...new Map(members.map((job) => [job.id, job])).values()];
    const sound = different.filter(({ id, mode, text }) => {
      const message = findSchemaFault(mode.dialect, parseSchema(text));
      if (message !== undefined) messages.set(id, message);
      return message === undefined;
    });
    const [first] = sound;
    if (first === undefined) continue;
    const compiled = compileSchemas(first.mode, sound, definitions, findFault);
    parts.set(part, compiled);
    for (const [id, message] of compiled.failures) messages.set(id, message);
  }
  const failures = jobs.flatMap(({ tool, mode, id }) => {
    const message = messages.get(id);
    return message === undefined ? [] : [{ tool, schema: mode.purpose, message }];
  });
  return { failures, print: (wanted) => printTools(wanted, parts) };
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

function printTools(tools: readonly ToolJobs[], compiled: ReadonlyMap<string, CompiledSchemas>): Promise<string> {
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
