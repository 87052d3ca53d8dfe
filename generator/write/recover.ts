import { basename } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { applyJournal } from './commit-changes.js';
import { describeFailure } from './describe-failure.js';
import type { FileSystem } from './file-system.js';
import { journalFolder, readJournal } from './journal.js';
import { lockFile, withLock } from './lock.js';
import { mapInBatches } from './map-in-batches.js';
import { nodeFileSystem } from './node-file-system.js';
import { resolveParents } from './project-path.js';

/**
 * Deals with what a run left behind that was stopped: finishes it if all new content was safely on the disk, else throws
 * it away. Waits for a run that is under way. To be called before anything of the generated folder is read.
 * Touches nothing when all is well.
 *
 * @param root absolute path of the project
 * @param out generated folder, relative to the root
 * @returns the reason why it was not possible; empty when all is well
 */
export async function recover(
  root: string,
  out: string,
  fileSystem: FileSystem = nodeFileSystem,
): Promise<readonly Diagnostic[]> {
  try {
    const traces = [journalFolder(root, out), lockFile(root, out)];
    const kinds = await mapInBatches(traces, (path) => fileSystem.kindOf(path));
    if (kinds.every((kind) => kind === undefined)) return [];
    await resolveParents(root, [`${out}/${basename(lockFile(root, out))}`], fileSystem);
    await withLock(root, out, fileSystem, () => finishJournal(root, out, fileSystem));
    return [];
  } catch (error) {
    return [describeFailure(error, root, out)];
  }
}

/** As {@link recover}, for a caller that holds the lock and deals with errors itself. */
export async function finishJournal(root: string, out: string, fileSystem: FileSystem): Promise<void> {
  const entries = await readJournal(root, out, fileSystem);
  if (!entries) return fileSystem.removeTree(journalFolder(root, out));
  await resolveParents(
    root,
    entries.map(({ path }) => path),
    fileSystem,
  );
  await applyJournal(root, out, entries, fileSystem);
}
