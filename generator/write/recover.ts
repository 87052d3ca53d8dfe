import { basename } from 'node:path';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { nodeFileSystem, type FileSystem } from './file-system.js';
import { finishJournal, InvalidJournalError, journalFolder, UnfinishedError } from './journal.js';
import { LockedError, lockFile, withLock } from './lock.js';
import { OutsideRootError, resolveParents } from './project-path.js';
import { describeSystemError, isSystemError, showPath } from './system-error.js';

/**
 * Cleans up after a run that was stopped: finishes its journal if the journal is complete, else removes it. Waits for
 * a run that is under way. Call it before reading anything of the generated folder; it does nothing when there is
 * neither a journal nor a lock.
 *
 * @param root absolute path of the project
 * @param out generated folder, relative to the root
 * @returns why the clean-up failed; empty when it did not
 */
export async function recover(
  root: string,
  out: string,
  disk: FileSystem = nodeFileSystem,
): Promise<readonly Diagnostic[]> {
  const project = { root, out, disk };
  const lock = lockFile(project);
  try {
    const journal = await disk.kindOf(journalFolder(project));
    if (journal === undefined && (await disk.kindOf(lock)) === undefined) return [];
    await resolveParents(project, [`${out}/${basename(lock)}`]);
    await withLock(project, () => finishJournal(project));
    return [];
  } catch (error) {
    return [describeFailure(error, root, out)];
  }
}

/**
 * Turns an error of reading or writing the project into a diagnostic.
 *
 * @throws the error itself when it is neither of the operating system nor of the writer: then it is a bug
 */
export function describeFailure(error: unknown, root: string, out: string): Diagnostic {
  if (error instanceof LockedError) {
    return createDiagnostic('locked', undefined, `Another run (${error.message}) is writing the generated files.`, {
      help: `Wait until it is done. If that process no longer exists, delete ${error.path}.`,
    });
  }
  if (error instanceof OutsideRootError) {
    return createDiagnostic('outside-root', undefined, `${error.path} is outside of the project folder.`, {
      help: 'Nothing was written. Replace the symbolic link by a folder, or choose another path.',
    });
  }
  if (error instanceof InvalidJournalError) {
    const folder = showPath(root, journalFolder({ root, out }));
    return createDiagnostic('write-failed', undefined, `${folder} is not a journal of this version.`, {
      help: `Delete ${folder} and generate again.`,
    });
  }
  if (error instanceof UnfinishedError && isSystemError(error.cause)) {
    return createDiagnostic('write-failed', undefined, describeSystemError(error.cause, root), {
      help: 'Some files are already written. Remove the cause; the next run then writes the rest.',
    });
  }
  if (!isSystemError(error)) throw error;
  const code = error.task === 'read' ? 'unreadable-file' : 'write-failed';
  return createDiagnostic(code, undefined, describeSystemError(error, root), { help: 'Nothing was written.' });
}
