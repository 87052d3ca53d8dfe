import { compileTools } from './compile-tools.js';
import type { DefinitionIndex } from './definition-index.js';
import type { ToolJobs } from './list-jobs.js';
import type { ValidatorFailure } from './validator-failure.js';

/** Tools in groups that get a module each, with all definitions that they refer to. Plain data. */
export interface CompileRequest {
  readonly groups: readonly (readonly ToolJobs[])[];
  readonly definitions: DefinitionIndex;
}

/** What was compiled. Plain data. */
export interface CompileAnswer {
  readonly failures: readonly ValidatorFailure[];
  /** The text of each group's module; none when there are failures. */
  readonly modules: readonly string[];
}

/** Modules that are bundled at the same time: their texts are all in memory. */
const maxBundles = 8;

/** Compiles groups of tools to modules. */
export async function compileGroups({ groups, definitions }: CompileRequest): Promise<CompileAnswer> {
  const { failures, print } = compileTools(groups.flat(), definitions);
  if (failures.length > 0) return { failures, modules: [] };
  const modules: string[] = [];
  for (let start = 0; start < groups.length; start += maxBundles) {
    modules.push(...(await Promise.all(groups.slice(start, start + maxBundles).map(print))));
  }
  return { failures, modules };
}
