import { setImmediate } from 'node:timers/promises';
import { openToolCompilation } from './compile-tools.js';
import type { DefinitionIndex } from './definition-index.js';
import type { ToolJobs } from './list-jobs.js';
import type { SharedModule } from './share-definitions.js';
import type { ValidatorFailure } from './validator-failure.js';

/** Tools in groups that get a module each, with the definitions that they refer to. Plain data. */
export interface CompileRequest {
  readonly groups: readonly (readonly ToolJobs[])[];
  /** What else gets a module each. */
  readonly shared: readonly SharedModule[];
  readonly definitions: DefinitionIndex;
}

/** Takes the module of a group, by the position of the group, and then those that are shared. Modules come in any order. */
export type DeliverModule = (position: number, code: string) => void;

/** Modules that are bundled at the same time: their texts are all in memory. */
const maxBundles = 40;

/**
 * Compiles groups of tools to modules. While one is compiled, those before it are bundled by a program of its own. Modules
 * are delivered as soon as they are done, so that nobody has to hold them twice; after the first failure there are no more.
 *
 * @returns All failures.
 */
export async function compileGroups(
  { groups, shared, definitions }: CompileRequest,
  deliver: DeliverModule,
): Promise<readonly ValidatorFailure[]> {
  const { compile, print, hasCompiled, printShared } = openToolCompilation(definitions);
  const failures: ValidatorFailure[] = [];
  const bundles: Promise<void>[] = [];
  const add = async (position: number, printed: Promise<string>): Promise<void> => {
    const bundle = printed.then((code) => deliver(position, code));
    // Whether it failed is asked later.
    bundle.catch(() => undefined);
    bundles.push(bundle);
    await bundles.at(-maxBundles);
    // The other program gets its work, and is heard, between two groups.
    await setImmediate();
  };
  const waiting = new Map([...shared.entries()].map(([index, module]) => [module, groups.length + index]));
  // What many tools share is long: it is bundled as soon as one of them has compiled it, not when all have.
  const addShared = async (isDue: (module: SharedModule) => boolean): Promise<void> => {
    for (const [module, position] of waiting) {
      if (failures.length > 0 || !isDue(module)) continue;
      waiting.delete(module);
      await add(position, printShared(module));
    }
  };
  for (const [position, group] of groups.entries()) {
    failures.push(...compile(group));
    if (failures.length > 0) continue;
    await add(position, print(group));
    await addShared(hasCompiled);
  }
  await addShared(() => true);
  await Promise.all(bundles);
  return failures;
}
