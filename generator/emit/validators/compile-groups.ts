import { setImmediate } from 'node:timers/promises';
import { openToolCompilation } from './compile-tools.js';
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
const maxBundles = 4;

/** Compiles groups of tools to modules. While one is compiled, those before it are bundled by another process. */
export async function compileGroups({ groups, definitions }: CompileRequest): Promise<CompileAnswer> {
  const { compile, print } = openToolCompilation(definitions);
  const failures: ValidatorFailure[] = [];
  const modules: Promise<string>[] = [];
  for (const group of groups) {
    failures.push(...compile(group));
    if (failures.length > 0) continue;
    const module = print(group);
    // Whether it failed is asked later.
    module.catch(() => undefined);
    modules.push(module);
    await modules.at(-maxBundles);
    // The other process gets its work, and is heard, between two groups.
    await setImmediate();
  }
  return failures.length > 0 ? { failures, modules: [] } : { failures, modules: await Promise.all(modules) };
}
