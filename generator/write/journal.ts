import { join } from 'node:path';
import type { FileSystem } from './file-system.js';
import { isProjectPath } from './project-path.js';

/** Folder inside the generated folder where new content waits until all of it is safely on the disk. */
export const journalFolderName = '.journal';

/** One change to the project. Paths are relative to the root. */
export type Change =
  /** Remove a generated file, unless its hash is no longer `before`. */
  | { readonly kind: 'remove'; readonly path: string; readonly before: string }
  /** Write a generated file, unless what is there has another hash than `before`; `null`: nothing was there. */
  | { readonly kind: 'replace'; readonly path: string; readonly before: string | null; readonly content: string }
  /** Write a file of the user, unless something is there. */
  | { readonly kind: 'create'; readonly path: string; readonly content: string };

/** A change whose content is a file of the journal folder, named by its number. */
export type JournalEntry =
  | { readonly kind: 'remove'; readonly path: string; readonly before: string }
  | { readonly kind: 'replace'; readonly path: string; readonly before: string | null; readonly staged: number }
  | { readonly kind: 'create'; readonly path: string; readonly staged: number };

/** Absolute path of the journal folder. */
export function journalFolder(root: string, out: string): string {
  return join(root, out, journalFolderName);
}

/** Absolute path of the file whose presence says that the journal is complete. */
export function journalFile(root: string, out: string): string {
  return join(journalFolder(root, out), 'journal.json');
}

/** Absolute path of the staged content of an entry. */
export function stagedFile(root: string, out: string, staged: number): string {
  return join(journalFolder(root, out), String(staged));
}

/**
 * Reads a complete journal; `undefined` when there is none. The rename that gives it its name is the point of no
 * return: before it nothing has changed, after it everything will.
 *
 * @throws {InvalidJournalError} for a file that no run of this version has written
 */
export async function readJournal(
  root: string,
  out: string,
  fileSystem: FileSystem,
): Promise<readonly JournalEntry[] | undefined> {
  const text = await fileSystem.readText(journalFile(root, out));
  if (text === undefined) return undefined;
  const entries = parseEntries(text, out);
  if (!entries) throw new InvalidJournalError();
  return entries;
}

/** The text of `journal.json`. */
export function formatJournal(entries: readonly JournalEntry[]): string {
  return `${JSON.stringify({ version: 1, entries })}\n`;
}

/** A journal that this version cannot finish, because it was not written by it. */
export class InvalidJournalError extends Error {
  override readonly name = 'InvalidJournalError';
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

/** A project from elsewhere may bring a journal along: it may only do what a run of ours would do. */
function isJournalEntry(value: unknown, out: string): value is JournalEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, path, before, staged } = value as Record<'kind' | 'path' | 'before' | 'staged', unknown>;
  if (typeof path !== 'string' || !isProjectPath(path)) return false;
  if (kind === 'create') return Number.isSafeInteger(staged);
  if (!path.startsWith(`${out}/`)) return false;
  if (kind === 'remove') return typeof before === 'string';
  return kind === 'replace' && Number.isSafeInteger(staged) && (before === null || typeof before === 'string');
}
