import { basename } from 'node:path';
import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { finishJournal, InvalidJournalError, journalFolder, readJournal, UnfinishedError } from './journal.js';
import { LockedError, lockFile, waitForOtherRun, withLock } from './lock.js';
import { LinkError, OutsideRootError, refuseLinks, type ProjectFolder } from './project-path.js';
import { describeSystemError, isHeld, isSystemError, showPath } from './system-error.js';

/**
 * Cleans up after an interrupted run: finishes its journal if complete, or else removes it. Waits for an active run.
 * Must be called before the generated folder is read. Does nothing if there is neither a journal nor a lock.
 * @param check Whether to report an unfinished journal instead of writing.
 * @returns Reasons why the generated folder cannot be used.
 */
export async function recover(project: ProjectFolder, check: boolean): Promise<readonly Diagnostic[]> {
  const { root, out, disk } = project;
  const statePaths = [lockFile(project), journalFolder(project)];
  try {
    const kinds = await Promise.all(statePaths.map((path) => disk.kindOf(path)));
    if (kinds.every((kind) => kind === undefined)) return [];
    await refuseLinks(
      project,
      statePaths.map((path) => `${out}/${basename(path)}`),
    );
    if (check) return await reportJournal(project);
    await withLock(project, () => finishJournal(project));
    return [];
  } catch (error) {
    return [describeFailure(error, root, out)];
  }
}

async function reportJournal(project: ProjectFolder): Promise<readonly Diagnostic[]> {
  await waitForOtherRun(project);
  if (!(await readJournal(project))) return [];
  const message = 'An earlier run was interrupted before all of its files were written.';
  const help = `Run \`create-mcp-from-schema ${project.command ?? 'generate'}\`, which finishes the earlier run first.`;
  return [createDiagnostic('unfinished-run', undefined, message, { help })];
}

/**
 * Converts an error that occurred while reading or writing the project to a diagnostic.
 * @throws the error itself if it comes from neither the operating system nor the writer, which is a bug.
 */
export function describeFailure(error: unknown, root: string, out: string): Diagnostic {
  if (error instanceof LockedError) {
    return createDiagnostic('locked', undefined, `Another run (${error.message}) is writing the generated files.`, {
      help: `Wait until it has finished. If that process no longer exists, delete ${error.path}.`,
    });
  }
  if (error instanceof OutsideRootError) {
    return createDiagnostic('outside-root', undefined, `${error.path} is outside the project folder.`, {
      help: 'Nothing was written. Choose a path inside the project.',
    });
  }
  if (error instanceof LinkError) {
    return createDiagnostic(
      'outside-root',
      undefined,
      `${error.path} is a symbolic link, which may point outside the project folder.`,
      {
        help: 'Nothing was written. Replace the symbolic link with a folder, or choose another path.',
      },
    );
  }
  if (error instanceof InvalidJournalError) {
    const folder = showPath(root, journalFolder({ root, out }));
    const message =
      `${folder} records an interrupted run that was not started by this version in this folder on this machine. ` +
      'The recorded changes were not made.';
    return createDiagnostic('write-failed', undefined, message, { help: `Delete ${folder} and generate again.` });
  }
  if (error instanceof UnfinishedError && isSystemError(error.cause)) {
    return createDiagnostic('write-failed', undefined, describeSystemError(error.cause, root), {
      help: `Some files have already been written. ${isHeld(error.cause) ? advice : 'Fix the cause'}; the next run then writes the rest.`,
    });
  }
  if (!isSystemError(error)) throw error;
  const code = error.task === 'read' ? 'unreadable-file' : 'write-failed';
  const help = isHeld(error) ? `Nothing was written. ${advice}, then run the command again.` : 'Nothing was written.';
  return createDiagnostic(code, undefined, describeSystemError(error, root), { help });
}

/** Advice for a file that another program has open. */
const advice = 'Close that program, or exclude the project from virus scans';
