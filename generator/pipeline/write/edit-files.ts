import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { nodeFileSystem, type FileSystem } from './file-system.js';
import { commitChanges, finishJournal } from './journal.js';
import { withLock } from './lock.js';
import { refuseLinks, type ProjectFolder } from './project-path.js';
import { describeFailure, recover } from './recover.js';

/** A file of the user before and after a change that the user has agreed to. */
export interface FileEdit {
  /** Relative to the root. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Writes changed files of the user, all of them or none. A file that is not as it was stays.
 *
 * @returns why nothing was written; empty when all is done
 */
export async function editFiles(
  { root, out, handlers }: Omit<ProjectFolder, 'disk'>,
  edits: readonly FileEdit[],
  disk: FileSystem = nodeFileSystem,
): Promise<readonly Diagnostic[]> {
  const project = { root, out, handlers, disk };
  const refusals = await recover(project, false);
  if (refusals.length > 0 || edits.length === 0) return refusals;
  try {
    await refuseLinks(
      project,
      edits.map(({ path }) => path),
    );
    await withLock(project, async () => {
      await finishJournal(project);
      await commitChanges(
        project,
        edits.map((edit) => ({ kind: 'edit', ...edit })),
      );
    });
    return [];
  } catch (error) {
    return [describeFailure(error, root, out)];
  }
}
