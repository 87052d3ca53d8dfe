import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { nodeFileSystem, type FileSystem } from './file-system.js';
import { commitChanges, finishJournal } from './journal.js';
import { withLock } from './lock.js';
import { refuseLinks, type ProjectFolder } from './project-path.js';
import { describeFailure, recover } from './recover.js';

/** User file before and after a change that the user has confirmed. */
export interface FileEdit {
  /** Path relative to the root. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Writes changed user files, either all of them or none. Skips files that have changed in the meantime.
 * @returns Reasons why nothing was written; empty on success.
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
