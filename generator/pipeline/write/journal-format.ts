import type { Change } from './file-plan.js';
import { isProjectPath, type ProjectFolder } from './project-path.js';

/** Change recorded in a journal. The new content is staged in a numbered file in the journal folder. */
export interface JournalEntry {
  readonly kind: Change['kind'];
  readonly path: string;
  /** Hash of the generated file before the run; `null` if there was no file. Files with a different hash are skipped. */
  readonly before?: string | null;
  readonly staged?: number;
}

/** The changes of a run. */
export interface Journal {
  /** Random string that the run also stored outside the project, to detect journals from elsewhere. */
  readonly nonce: string;
  readonly entries: readonly JournalEntry[];
}

const journalVersion = 2;

/** Serializes a journal. */
export function formatJournal(journal: Journal): string {
  return `${JSON.stringify({ version: journalVersion, ...journal })}\n`;
}

/** Parses a journal. Returns `undefined` unless a run of this version in this project could have written the journal. */
export function parseJournal(text: string, folders: Pick<ProjectFolder, 'out' | 'handlers'>): Journal | undefined {
  try {
    const journal = JSON.parse(text) as { version?: unknown; nonce?: unknown; entries?: unknown } | null;
    if (journal?.version !== journalVersion || !Array.isArray(journal.entries)) return undefined;
    const entries: readonly unknown[] = journal.entries;
    if (!entries.every((entry) => isJournalEntry(entry, folders))) return undefined;
    return typeof journal.nonce === 'string' ? { nonce: journal.nonce, entries } : undefined;
  } catch {
    return undefined;
  }
}

function isJournalEntry(
  value: unknown,
  { out, handlers }: Pick<ProjectFolder, 'out' | 'handlers'>,
): value is JournalEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, path, before, staged } = value as Record<'kind' | 'path' | 'before' | 'staged', unknown>;
  if (typeof path !== 'string' || !isProjectPath(path)) return false;
  if (kind === 'create') return Number.isSafeInteger(staged) && (isHandlerPath(path, handlers) || isViewPath(path));
  if (kind === 'edit') return Number.isSafeInteger(staged) && typeof before === 'string' && isEditable(path);
  // An unmodified stub can be updated when its script changes.
  const isStub = kind === 'replace' && typeof before === 'string' && isHandlerPath(path, handlers);
  if (!path.startsWith(`${out}/`) && !isStub) return false;
  if (kind === 'remove') return typeof before === 'string';
  return kind === 'replace' && Number.isSafeInteger(staged) && (before === null || typeof before === 'string');
}

/** Whether a command can edit a file with the user's confirmation. */
function isEditable(path: string): boolean {
  return !path.split('/').some((segment) => segment === '.git' || segment === 'node_modules');
}

/** Whether a path can be a handler: a TypeScript file inside the handlers folder that is not hidden. */
function isHandlerPath(path: string, handlers: string): boolean {
  if (!path.startsWith(`${handlers}/`) || !path.endsWith('.ts')) return false;
  return !isHidden(path.slice(handlers.length));
}

/**
 * Whether a path can be a file of a new view, which must not be hidden. Definitions can use any folder of the project.
 */
function isViewPath(path: string): boolean {
  return /\/(?:index\.html|view\.ts)$/u.test(path) && !isHidden(path) && !path.split('/').includes('node_modules');
}

function isHidden(path: string): boolean {
  return path.split('/').some((segment) => segment.startsWith('.'));
}
