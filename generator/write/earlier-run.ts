import { join } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { describeFailure } from './describe-failure.js';
import type { FileSystem } from './file-system.js';
import { manifestFile, parseManifest, readWriter, type ManifestWriter } from './manifest.js';
import { nodeFileSystem } from './node-file-system.js';
import { recover } from './recover.js';

/** What earlier runs left for this one. */
export interface EarlierRun {
  /** Names given; empty when there was no run, or none that can be understood. */
  readonly names: ReadonlyMap<string, string>;
  /** Names of the client profiles that descriptors were lowered for. */
  readonly profiles: readonly string[];
  /** Who wrote the manifest; absent when there is none, or none that says so. */
  readonly writer?: ManifestWriter;
  /** The texts of generated files that were asked for, as far as they are there. */
  readonly texts: readonly string[];
  /** Why nothing can be built on it; empty when all is well. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finishes what an earlier run began, then reads what it knew. Does not throw for what the surroundings do to it: the
 * result has diagnostics.
 *
 * @param root absolute path of the project
 * @param out generated folder, relative to the root
 * @param files Generated files to read as well, relative to the generated folder.
 */
export async function readEarlierRun(
  root: string,
  out: string,
  files: readonly string[] = [],
  fileSystem: FileSystem = nodeFileSystem,
): Promise<EarlierRun> {
  const nothing = { names: new Map<string, string>(), profiles: [], texts: [], diagnostics: [] };
  const diagnostics = await recover(root, out, fileSystem);
  if (diagnostics.length > 0) return { ...nothing, diagnostics };
  try {
    const texts = await Promise.all([manifestFile, ...files].map((file) => fileSystem.readText(join(root, out, file))));
    const [manifest, ...others] = texts;
    const parsed = manifest === undefined ? undefined : parseManifest(manifest);
    const writer = manifest === undefined ? undefined : readWriter(manifest);
    return {
      ...nothing,
      names: parsed?.names ?? nothing.names,
      profiles: parsed?.profiles ?? [],
      texts: others.flatMap((text) => text ?? []),
      ...(writer && { writer }),
    };
  } catch (error) {
    return { ...nothing, diagnostics: [describeFailure(error, root, out)] };
  }
}
