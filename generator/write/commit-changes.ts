import { dirname, join } from 'node:path';
import type { FileSystem } from './file-system.js';
import { hashContent } from './hash-content.js';
import { formatJournal, journalFile, journalFolder, stagedFile, type Change, type JournalEntry } from './journal.js';
import { mapInBatches } from './map-in-batches.js';
import { isSystemError } from './system-error.js';

/** Changes were decided on, but could not all be made; the journal is still there. The cause says why. */
export class UnfinishedError extends Error {
  override readonly name = 'UnfinishedError';
}

/**
 * Makes all changes or none. To be called with the lock held and no journal left behind.
 *
 * @throws {UnfinishedError} when it was too late to go back
 */
export async function commitChanges(
  root: string,
  out: string,
  changes: readonly Change[],
  fileSystem: FileSystem,
): Promise<void> {
  const entries = await stageChanges(root, out, changes, fileSystem);
  await applyJournal(root, out, entries, fileSystem);
}

/** Puts the content of all changes into the journal folder and completes the journal, or leaves nothing behind. */
async function stageChanges(
  root: string,
  out: string,
  changes: readonly Change[],
  fileSystem: FileSystem,
): Promise<readonly JournalEntry[]> {
  try {
    await fileSystem.createFolder(journalFolder(root, out));
    const entries = await mapInBatches([...changes.entries()], ([index, change]) =>
      stageChange(stagedFile(root, out, index), index, change, fileSystem),
    );
    const unfinished = `${journalFile(root, out)}.new`;
    await fileSystem.writeNew(unfinished, formatJournal(entries));
    await fileSystem.rename(unfinished, journalFile(root, out));
    return entries;
  } catch (error) {
    await fileSystem.removeTree(journalFolder(root, out));
    throw error;
  }
}

/**
 * Does what a complete journal says, in its order, then removes it. May be begun again after being stopped anywhere:
 * content that is no longer in the journal folder has arrived.
 *
 * @throws {UnfinishedError} when something cannot be done now
 */
export async function applyJournal(
  root: string,
  out: string,
  entries: readonly JournalEntry[],
  fileSystem: FileSystem,
): Promise<void> {
  try {
    for (const entry of entries) await applyEntry(root, out, entry, fileSystem);
    await fileSystem.removeTree(journalFolder(root, out));
  } catch (error) {
    throw new UnfinishedError('The journal could not be finished.', { cause: error });
  }
}

async function applyEntry(root: string, out: string, entry: JournalEntry, fileSystem: FileSystem): Promise<void> {
  const target = join(root, entry.path);
  if (entry.kind === 'remove') return removeGenerated(join(root, out), target, entry.before, fileSystem);
  const staged = stagedFile(root, out, entry.staged);
  if ((await fileSystem.kindOf(staged)) !== 'file') return;
  await fileSystem.createFolder(dirname(target));
  if (entry.kind === 'create') await createExclusively(staged, target, fileSystem);
  else if (await isAsBefore(target, entry.before, fileSystem)) await fileSystem.rename(staged, target);
}

async function stageChange(
  path: string,
  staged: number,
  change: Change,
  fileSystem: FileSystem,
): Promise<JournalEntry> {
  if (change.kind === 'remove') return change;
  await fileSystem.writeNew(path, change.content);
  const { content: _content, ...rest } = change;
  return { ...rest, staged };
}

async function isAsBefore(target: string, before: string | null, fileSystem: FileSystem): Promise<boolean> {
  const text = await fileSystem.readText(target);
  return (text === undefined ? null : hashContent(text)) === before;
}

async function removeGenerated(
  generatedFolder: string,
  target: string,
  before: string,
  fileSystem: FileSystem,
): Promise<void> {
  if (await isAsBefore(target, before, fileSystem)) await fileSystem.removeFile(target);
  let folder = dirname(target);
  while (folder !== generatedFolder && (await fileSystem.removeEmptyFolder(folder))) folder = dirname(folder);
}

/** Creates a file of the user in one step, never over something that is there. */
async function createExclusively(staged: string, target: string, fileSystem: FileSystem): Promise<void> {
  try {
    await fileSystem.link(staged, target);
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return fileSystem.removeFile(unfinishedFile(target));
    if (!isSystemError(error, 'EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EMLINK', 'EINVAL')) throw error;
    await createWithoutLinks(staged, target, fileSystem);
  }
}

/** For disks without hard links (exFAT, some network shares), and handlers on another disk than the generated files. */
async function createWithoutLinks(staged: string, target: string, fileSystem: FileSystem): Promise<void> {
  const unfinished = unfinishedFile(target);
  if ((await fileSystem.kindOf(target)) !== undefined) return fileSystem.removeFile(unfinished);
  await fileSystem.copy(staged, unfinished);
  await fileSystem.rename(unfinished, target);
}

function unfinishedFile(target: string): string {
  return `${target}.new`;
}
