import { dirname, join } from 'node:path';
import type { Change } from './file-plan.js';
import type { FileSystem } from './file-system.js';
import { hashContent } from './hash-content.js';
import { journalFolderName } from './lock.js';
import { isProjectPath, resolveParents, type ProjectFolder } from './project-path.js';
import { isSystemError } from './system-error.js';

/** A change whose new content is staged in the journal folder, in a file named by a number. */
interface JournalEntry {
  readonly kind: Change['kind'];
  readonly path: string;
  /** Hash of the generated file before the run; `null`: there was no file. A file with another hash is left alone. */
  readonly before?: string | null;
  readonly staged?: number;
}

/** Thrown when a complete journal could not be carried out; the journal is still there. The cause is the reason. */
export class UnfinishedError extends Error {
  override readonly name = 'UnfinishedError';
}

/** Thrown for a journal that no run of this version has written. */
export class InvalidJournalError extends Error {
  override readonly name = 'InvalidJournalError';
}

/** Absolute path of the journal folder, where new content is staged until all of it is safely on the disk. */
export function journalFolder({ root, out }: Pick<ProjectFolder, 'root' | 'out'>): string {
  return join(root, out, journalFolderName);
}

/** The rename that gives this file its name is the point of no return: before it nothing has changed. */
const journalFile = 'journal.json';

/**
 * Makes all changes or none. The caller holds the lock, and there is no unfinished journal.
 *
 * @throws {UnfinishedError} when the journal was complete but could not be carried out
 */
export async function commitChanges(project: ProjectFolder, changes: readonly Change[]): Promise<void> {
  const entries = await stageChanges(journalFolder(project), changes, project.disk);
  await applyJournal(project, entries);
}

/**
 * Finishes the journal of a run that was stopped, or removes it when it is not complete. The caller holds the lock.
 *
 * @throws {InvalidJournalError} for a journal that no run of this version has written
 * @throws {UnfinishedError} when the journal cannot be carried out now
 */
export async function finishJournal(project: ProjectFolder): Promise<void> {
  const folder = journalFolder(project);
  const text = await project.disk.readText(join(folder, journalFile));
  if (text === undefined) return project.disk.removeTree(folder);
  const entries = parseEntries(text, project.out);
  if (!entries) throw new InvalidJournalError();
  const paths = entries.map(({ path }) => path);
  await resolveParents(project, paths);
  await applyJournal(project, entries);
}

/** Writes the content of all changes into the journal folder and completes the journal, or leaves no trace. */
async function stageChanges(
  folder: string,
  changes: readonly Change[],
  disk: FileSystem,
): Promise<readonly JournalEntry[]> {
  try {
    await disk.createFolder(folder);
    await writeInBatches(folder, changes, disk);
    const entries = changes.map(({ kind, path, before, after }, index): JournalEntry => ({
      kind,
      path,
      ...(kind !== 'create' && { before: before === undefined ? null : hashContent(before) }),
      ...(after !== undefined && { staged: index }),
    }));
    const unfinished = join(folder, `${journalFile}.new`);
    await disk.writeNew(unfinished, `${JSON.stringify({ version: 1, entries })}\n`);
    await disk.rename(unfinished, join(folder, journalFile));
    return entries;
  } catch (error) {
    await disk.removeTree(folder);
    throw error;
  }
}

/** Number of files that are written at a time: thousands at once would use up the file handles. */
const batchSize = 32;

/** Every write of a batch ends before an error is thrown, so that none goes on while the journal folder is removed. */
async function writeInBatches(folder: string, changes: readonly Change[], disk: FileSystem): Promise<void> {
  for (let start = 0; start < changes.length; start += batchSize) {
    const writes = changes.slice(start, start + batchSize).map(async ({ after }, index) => {
      if (after !== undefined) await disk.writeNew(join(folder, String(start + index)), after);
    });
    const failed = (await Promise.allSettled(writes)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }
}

/** Carries out a complete journal, then removes it. May be repeated: a staged file that is missing was moved before. */
async function applyJournal(project: ProjectFolder, entries: readonly JournalEntry[]): Promise<void> {
  const { disk } = project;
  try {
    for (const entry of entries) {
      if (entry.kind === 'remove') await removeGenerated(project, entry);
      else await moveStaged(project, entry);
    }
    await disk.removeTree(journalFolder(project));
  } catch (error) {
    throw new UnfinishedError('The journal could not be finished.', { cause: error });
  }
}

async function moveStaged(project: ProjectFolder, entry: JournalEntry): Promise<void> {
  const { root, disk } = project;
  const staged = join(journalFolder(project), String(entry.staged));
  const target = join(root, entry.path);
  if ((await disk.kindOf(staged)) !== 'file') return;
  await disk.createFolder(dirname(target));
  if (entry.kind === 'create') await createExclusively(staged, target, disk);
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

/** Creates a file of the user in one step, never over an existing file. Also removes `<target>.new`, a copy that an earlier run left. */
async function createExclusively(staged: string, target: string, disk: FileSystem): Promise<void> {
  const unfinished = `${target}.new`;
  try {
    await disk.link(staged, target);
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return disk.removeFile(unfinished);
    if (!isSystemError(error, 'EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EMLINK', 'EINVAL')) throw error;
    // No hard links: exFAT, some network shares, or handlers on another disk than the generated files.
    if ((await disk.kindOf(target)) !== undefined) return disk.removeFile(unfinished);
    await disk.copy(staged, unfinished);
    await disk.rename(unfinished, target);
  }
}

function parseEntries(text: string, out: string): readonly JournalEntry[] | undefined {
  try {
    const journal = JSON.parse(text) as { version?: unknown; entries?: unknown } | null;
    if (journal?.version !== 1 || !Array.isArray(journal.entries)) return undefined;
    const entries: readonly unknown[] = journal.entries;
    return entries.every((entry) => isJournalEntry(entry, out)) ? entries : undefined;
  } catch {
    return undefined;
  }
}

/** A cloned project may contain a forged journal: only changes that a run could have planned are accepted. */
function isJournalEntry(value: unknown, out: string): value is JournalEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, path, before, staged } = value as Record<'kind' | 'path' | 'before' | 'staged', unknown>;
  if (typeof path !== 'string' || !isProjectPath(path)) return false;
  if (kind === 'create') return Number.isSafeInteger(staged);
  if (!path.startsWith(`${out}/`)) return false;
  if (kind === 'remove') return typeof before === 'string';
  return kind === 'replace' && Number.isSafeInteger(staged) && (before === null || typeof before === 'string');
}
