import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { UnfinishedError } from './commit-changes.js';
import { InvalidJournalError, journalFolder } from './journal.js';
import { LockedError } from './lock.js';
import { OutsideRootError } from './project-path.js';
import { describeSystemError, isSystemError, showPath } from './system-error.js';

/**
 * Says what kept a run from reading what is there or from writing. Only what the surroundings can do to a run becomes a diagnostic.
 *
 * @throws the error itself when it is none of that kind, and so a mistake of ours
 */
export function describeFailure(error: unknown, root: string, out: string): Diagnostic {
  if (error instanceof LockedError) {
    return createDiagnostic('locked', undefined, `Another run (${error.message}) is writing the generated files.`, {
      help: `Wait until it is done. If that process no longer exists, delete ${error.path}.`,
    });
  }
  if (error instanceof OutsideRootError) {
    return createDiagnostic('outside-root', undefined, `${error.path} leads out of the project folder.`, {
      help: 'Nothing was written. Replace the symbolic link by a folder, or choose another path.',
    });
  }
  if (error instanceof InvalidJournalError) {
    const folder = showPath(root, journalFolder(root, out));
    return createDiagnostic('write-failed', undefined, `${folder} is not a journal of this version.`, {
      help: `Delete ${folder} and generate again.`,
    });
  }
  if (error instanceof UnfinishedError && isSystemError(error.cause)) {
    return createDiagnostic('write-failed', undefined, describeSystemError(error.cause, root), {
      help: 'Some files are already written. Once the cause is gone, the next run finishes what was begun.',
    });
  }
  if (isSystemError(error)) {
    const code = error.task === 'read' ? 'unreadable-file' : 'write-failed';
    return createDiagnostic(code, undefined, describeSystemError(error, root), {
      help: 'Nothing was written.',
    });
  }
  throw error;
}
