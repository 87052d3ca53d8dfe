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

/** Takes the module of a group, by the position of the group. Modules come in any order. */
export type DeliverModule = (position: number, code: string) => void;

/** Modules that are bundled at the same time: their texts are all in memory. */
const maxBundles = 4;

/**
 * Compiles groups of tools to modules. While one is compiled, those before it are bundled by a program of its own. Modules
 * are delivered as soon as they are done, so that nobody has to hold them twice; after the first failure there are no more.
 *
 * @returns All failures.
 */
export async function compileGroups(
  { groups, definitions }: CompileRequest,
  deliver: DeliverModule,
): Promise<readonly ValidatorFailure[]> {
  const { compile, print } = openToolCompilation(definitions);
  const failures: ValidatorFailure[] = [];
  const bundles: Promise<void>[] = [];
  for (const [position, group] of groups.entries()) {
    failures.push(...compile(group));
    if (failures.length > 0) continue;
    const bundle = print(group).then((code) => deliver(position, code));
    // Whether it failed is asked later.
    bundle.catch(() => undefined);
    bundles.push(bundle);
    await bundles.at(-maxBundles);
    // The other program gets its work, and is heard, between two groups.
    await setImmediate();
  }
  await Promise.all(bundles);
  return failures;
}
