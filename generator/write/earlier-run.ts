import { join } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { nodeFileSystem, type FileSystem } from './file-system.js';
import { manifestFile, parseManifest, readWriter, type ManifestWriter } from './manifest.js';
import { describeFailure, recover } from './recover.js';

/** State that earlier runs left in the generated folder. */
export interface EarlierRun {
  /** Generated names; empty when there was no run, or its manifest cannot be parsed. */
  readonly names: ReadonlyMap<string, string>;
  /** Names of the client profiles that descriptors were adapted to. */
  readonly profiles: readonly string[];
  /** Program that wrote the manifest; absent when there is no manifest, or none that names it. */
  readonly writer?: ManifestWriter;
  /** Why the state cannot be used; empty when it can. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finishes the journal of an earlier run, then reads its manifest. Errors of the operating system are not thrown: the
 * result has diagnostics.
 *
 * @param root absolute path of the project
 * @param out generated folder, relative to the root
 */
export async function readEarlierRun(
  root: string,
  out: string,
  disk: FileSystem = nodeFileSystem,
): Promise<EarlierRun> {
  const nothing = { names: new Map<string, string>(), profiles: [], diagnostics: [] };
  const diagnostics = await recover(root, out, disk);
  if (diagnostics.length > 0) return { ...nothing, diagnostics };
  try {
    const manifest = await disk.readText(join(root, out, manifestFile));
    const parsed = manifest === undefined ? undefined : parseManifest(manifest);
    const writer = manifest === undefined ? undefined : readWriter(manifest);
    return {
      ...nothing,
      names: parsed?.names ?? nothing.names,
      profiles: parsed?.profiles ?? [],
      ...(writer && { writer }),
    };
  } catch (error) {
    return { ...nothing, diagnostics: [describeFailure(error, root, out)] };
  }
}
