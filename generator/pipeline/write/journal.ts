import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Change } from './file-plan.js';
import type { FileSystem } from './file-system.js';
import { hashContent } from './hash-content.js';
import { formatJournal, parseJournal, type Journal, type JournalEntry } from './journal-format.js';
import { removeNonce, readNonce, storeNonce } from './journal-nonce.js';
import { journalFolderName } from './lock.js';
import { findParents, type ProjectFolder } from './project-path.js';
import { isSystemError } from './system-error.js';

/** Thrown if a complete journal could not be applied. The journal still exists; `cause` is the reason. */
export class UnfinishedError extends Error {
  override readonly name = 'UnfinishedError';
}

/** Thrown if a run of this version in this folder on this machine did not write the journal. */
export class InvalidJournalError extends Error {
  override readonly name = 'InvalidJournalError';
}

/** Returns the absolute path of the journal folder, where new content is staged until all of it is on disk. */
export function journalFolder({ root, out }: Pick<ProjectFolder, 'root' | 'out'>): string {
  return join(root, out, journalFolderName);
}

/** Renaming this file is the commit. Before the rename, nothing has changed. */
const journalFile = 'journal.json';

/**
 * Makes either all changes or none. The caller must hold the lock, and there must be no unfinished journal.
 * @throws {UnfinishedError} if the journal was complete but could not be applied.
 * @see docs/decisions/0020-writing-is-all-or-nothing.md
 */
export async function commitChanges(project: ProjectFolder, changes: readonly Change[]): Promise<void> {
  const journal = await stageChanges(project, changes);
  await applyJournal(project, journal);
}

/**
 * Finishes the journal of an interrupted run, or removes it if it is incomplete. The caller must hold the lock.
 * @throws {InvalidJournalError} if no run of this version in this folder on this machine wrote the journal.
 * @throws {UnfinishedError} if the journal cannot be applied at this time.
 */
export async function finishJournal(project: ProjectFolder): Promise<void> {
  const journal = await readJournal(project);
  if (journal) return applyJournal(project, journal);
  await project.disk.removeTree(journalFolder(project));
}

/**
 * Reads the journal of an interrupted run and checks that it can be applied. Changes nothing.
 * @returns `undefined` if there is no complete journal.
 * @throws {InvalidJournalError} if no run of this version in this folder on this machine wrote the journal.
 */
export async function readJournal(project: ProjectFolder): Promise<Journal | undefined> {
  const { disk } = project;
  const folder = journalFolder(project);
  const text = await disk.readText(join(folder, journalFile));
  if (text === undefined) return undefined;
  const journal = parseJournal(text, project);
  if (!journal || journal.nonce !== (await readNonce(project))) throw new InvalidJournalError();
  // Some file systems, such as Windows folders in WSL, show every file as executable.
  const areModesKept = !(await disk.isExecutable(join(folder, journalFile)));
  for (const { staged } of journal.entries) {
    const file = join(folder, String(staged));
    const kind = staged === undefined ? undefined : await disk.kindOf(file);
    if (kind === undefined) continue;
    if (kind !== 'file' || (areModesKept && (await disk.isExecutable(file)))) throw new InvalidJournalError();
  }
  const paths = journal.entries.map(({ path }) => path);
  await findParents(project, paths);
  return journal;
}

/**
 * Writes the content of all changes to the journal folder and completes the journal. On failure, removes the journal.
 */
async function stageChanges(project: ProjectFolder, changes: readonly Change[]): Promise<Journal> {
  const { disk } = project;
  const folder = journalFolder(project);
  const entries = changes.map(({ kind, path, before, after }, index): JournalEntry => ({
    kind,
    path,
    ...(kind !== 'create' && { before: before === undefined ? null : hashContent(before) }),
    ...(after !== undefined && { staged: index }),
  }));
  const journal: Journal = { nonce: randomUUID(), entries };
  try {
    await disk.createFolder(folder);
    await writeInBatches(folder, changes, disk);
    const unfinished = join(folder, `${journalFile}.new`);
    await disk.writeNew(unfinished, formatJournal(journal));
    await storeNonce(project, journal.nonce);
    await disk.flushFolder(folder);
    await disk.rename(unfinished, join(folder, journalFile));
    await flushWithParents(project, [folder]);
    return journal;
  } catch (error) {
    await disk.removeTree(folder);
    throw error;
  }
}

/** Number of files that are written in parallel. Thousands would exhaust file handles. */
const batchSize = 32;

/**
 * Writes files in batches. An error is thrown only after all writes of a batch have ended, so that none continues while
 * the folder is removed.
 */
async function writeInBatches(folder: string, changes: readonly Change[], disk: FileSystem): Promise<void> {
  for (let start = 0; start < changes.length; start += batchSize) {
    const writes = changes.slice(start, start + batchSize).map(async ({ after }, index) => {
      if (after !== undefined) await disk.writeNew(join(folder, String(start + index)), after);
    });
    const failed = (await Promise.allSettled(writes)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }
}

/** Applies a complete journal, then removes it. Idempotent: a missing staged file was already moved. */
async function applyJournal(project: ProjectFolder, journal: Journal): Promise<void> {
  const { root, out, disk } = project;
  try {
    for (const entry of journal.entries) {
      if (entry.kind === 'remove') await removeGenerated(project, entry);
      else await moveStaged(project, entry, journal.nonce);
    }
    // Removes the journal once every move is on disk, and removes the nonce once the removal of the journal is on disk.
    await flushWithParents(
      project,
      journal.entries.map(({ path }) => dirname(join(root, path))),
    );
    await disk.removeTree(journalFolder(project));
    await disk.flushFolder(join(root, out));
    await removeNonce(project);
  } catch (error) {
    throw new UnfinishedError('The journal could not be finished.', { cause: error });
  }
}

/** Flushes folders and their parents up to the root, because each of them may be new. */
async function flushWithParents({ root, disk }: ProjectFolder, folders: readonly string[]): Promise<void> {
  const all = new Set([root]);
  for (const folder of folders) {
    for (let above = folder; !all.has(above); above = dirname(above)) all.add(above);
  }
  for (const folder of all) await disk.flushFolder(folder);
}

async function moveStaged(project: ProjectFolder, entry: JournalEntry, nonce: string): Promise<void> {
  const { root, disk } = project;
  const staged = join(journalFolder(project), String(entry.staged));
  const target = join(root, entry.path);
  if ((await disk.kindOf(staged)) !== 'file') return;
  await disk.createFolder(dirname(target));
  if (entry.kind === 'create') await createExclusively(staged, target, `${target}.${nonce}`, disk);
  else if (await isAsBefore(target, entry, disk)) await disk.rename(staged, target);
}

async function removeGenerated({ root, out, disk }: ProjectFolder, entry: JournalEntry): Promise<void> {
  const target = join(root, entry.path);
  if (await isAsBefore(target, entry, disk)) await disk.removeFile(target);
  let folder = dirname(target);
  while (folder !== join(root, out) && (await disk.removeEmptyFolder(folder))) folder = dirname(folder);
}

async function isAsBefore(target: string, { before }: JournalEntry, disk: FileSystem): Promise<boolean> {
  const text = await disk.readText(target);
  return (text === undefined ? null : hashContent(text)) === before;
}

/** Creates a user file atomically, without overwriting. `unfinished` is the path of a temporary copy. */
async function createExclusively(staged: string, target: string, unfinished: string, disk: FileSystem): Promise<void> {
  // An earlier attempt may have left the copy behind.
  await disk.removeFile(unfinished);
  try {
    await disk.link(staged, target);
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return;
    if (!isSystemError(error, 'EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EMLINK', 'EINVAL')) throw error;
    // Hard links are not available on exFAT and some network shares, or if handlers and generated files are on different disks.
    if ((await disk.kindOf(target)) !== undefined) return;
    await disk.writeNew(unfinished, (await disk.readText(staged)) ?? '');
    await disk.rename(unfinished, target);
  }
}
