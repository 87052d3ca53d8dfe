import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { describeFailure } from './describe-failure.js';
import type { FileSystem } from './file-system.js';
import { readManifest } from './manifest.js';
import { nodeFileSystem } from './node-file-system.js';
import { recover } from './recover.js';

/** What earlier runs left for this one. */
export interface EarlierRun {
  /** Names given; empty when there was no run, or none that can be understood. */
  readonly names: ReadonlyMap<string, string>;
  /** Names of the client profiles that descriptors were lowered for. */
  readonly profiles: readonly string[];
  /** Why nothing can be built on it; empty when all is well. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finishes what an earlier run began, then reads what it knew. Does not throw for what the surroundings do to it: the
 * result has diagnostics.
 *
 * @param root absolute path of the project
 * @param out generated folder, relative to the root
 */
export async function readEarlierRun(
  root: string,
  out: string,
  fileSystem: FileSystem = nodeFileSystem,
): Promise<EarlierRun> {
  const diagnostics = await recover(root, out, fileSystem);
  if (diagnostics.length > 0) return { names: new Map(), profiles: [], diagnostics };
  try {
    const manifest = await readManifest(root, out, fileSystem);
    return {
      names: manifest?.names ?? new Map<string, string>(),
      profiles: manifest?.profiles ?? [],
      diagnostics: [],
    };
  } catch (error) {
    return { names: new Map(), profiles: [], diagnostics: [describeFailure(error, root, out)] };
  }
}
