import { join } from 'node:path';
import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { compareWithDisk, type Comparison } from './compare-with-disk.js';
import type { Change, FilePlan, WriteOptions, WriteReport } from './file-plan.js';
import { nodeFileSystem, type FileSystem } from './file-system.js';
import { commitChanges, finishJournal } from './journal.js';
import { journalFolderName, withLock } from './lock.js';
import { manifestFile } from './manifest.js';
import { findParents } from './project-path.js';
import { describeFailure, recover } from './recover.js';

/**
 * Writes a file plan, either completely or not at all, without changing user files. Skips files that are up to date.
 * System errors and another run's lock become diagnostics.
 */
export async function writePlan(
  plan: FilePlan,
  options: WriteOptions,
  disk: FileSystem = nodeFileSystem,
): Promise<WriteReport> {
  const { root, out, handlers, command } = plan;
  const project = { root, out, handlers, disk, ...(command !== undefined && { command }) };
  try {
    const refusals = await recover(project, options.check);
    if (refusals.length > 0) return { ...emptyReport, diagnostics: refusals };
    const first = await compareWithDisk(plan, disk);
    if (options.check) return reportCheck(plan, options, first);
    const early = await findReasonToStop(plan, options, first, disk);
    if (early) return early;
    return await withLock(project, async () => {
      await finishJournal(project);
      // If another run has written since the first comparison, the manifest differs.
      const manifest = await disk.readText(join(root, out, manifestFile));
      const found = manifest === first.manifest ? first : await compareWithDisk(plan, disk);
      const late = await findReasonToStop(plan, options, found, disk);
      if (late) return late;
      if (await options.isOutdated?.()) return { ...emptyReport, diagnostics: [describeOutdated()] };
      await commitChanges(project, found.changes);
      return reportChanges(found);
    });
  } catch (error) {
    return { ...emptyReport, diagnostics: [describeFailure(error, root, out)] };
  }
}

const emptyReport: WriteReport = {
  written: [],
  removed: [],
  unchanged: 0,
  created: [],
  unimplemented: [],
  orphans: [],
  diagnostics: [],
};

/** Returns the report of a run that has nothing to write or is not allowed to write; `undefined` if it can continue. */
async function findReasonToStop(
  plan: FilePlan,
  options: WriteOptions,
  found: Comparison,
  disk: FileSystem,
): Promise<WriteReport | undefined> {
  if (found.handEdited.length > 0 && !options.force) {
    return { ...emptyReport, diagnostics: [describeHandEdited(plan, found)] };
  }
  if (found.changes.length === 0) return reportChanges(found);
  const { root, out } = plan;
  const paths = [...found.changes.map(({ path }) => path), `${out}/${manifestFile}`, `${out}/${journalFolderName}/0`];
  for (const folder of await findParents({ root, disk }, paths)) await disk.checkWritable(folder);
  return undefined;
}

function reportChanges({
  changes,
  unchanged,
  unimplemented,
  orphans,
  renamed,
  misnamed,
  outdated,
}: Comparison): WriteReport {
  const pathsOf = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).map(({ path }) => path);
  return {
    written: pathsOf('replace'),
    removed: pathsOf('remove'),
    created: pathsOf('create'),
    unchanged,
    unimplemented,
    orphans,
    ...(outdated.length > 0 && { outdated }),
    ...(misnamed.length > 0 && { misnamed }),
    ...(renamed.length > 0 && { renamed }),
    diagnostics: [],
  };
}

function reportCheck(plan: FilePlan, { force }: WriteOptions, found: Comparison): WriteReport {
  const diagnostics: Diagnostic[] = [];
  if (found.handEdited.length > 0 && !force) diagnostics.push(describeHandEdited(plan, found));
  // After an orphaned handler is deleted, as advised, there is nothing to generate.
  const due = found.listsDeleted
    ? found.changes.filter(({ path }) => !path.endsWith(`/${manifestFile}`))
    : found.changes;
  if (due.length > 0) {
    const message = `These files are out of date: ${due.map(({ path }) => path).join(', ')}.`;
    const help = `Run \`create-mcp-from-schema ${plan.command ?? 'generate'}\` and commit the result.`;
    diagnostics.push(createDiagnostic('out-of-date', undefined, message, { help }));
  }
  return { ...reportChanges({ ...found, changes: due }), pending: due, diagnostics };
}

function describeOutdated(): Diagnostic {
  const help = 'Nothing was written. The next run starts once changes have stopped.';
  return createDiagnostic('locked', undefined, 'Definitions or handlers are still changing.', { help });
}

function describeHandEdited({ out, command }: FilePlan, { manifest, handEdited }: Comparison): Diagnostic {
  const files = handEdited.join(', ');
  if (manifest !== undefined) {
    const help =
      `Undo the edits and exclude ${out}/ from formatters, or overwrite the files with --force (also ` +
      'after a merge). Your own files, such as handlers, are never overwritten.';
    return createDiagnostic(
      'hand-edited',
      undefined,
      `These files have been changed since they were generated: ${files}.`,
      { help },
    );
  }
  const path = `${out}/${manifestFile}`;
  const message = `${path} is missing, so it is unknown whether these files have been changed since they were generated: ${files}.`;
  const help =
    `Restore ${path} from version control (commit it, because it also keeps names stable). If it is lost, ` +
    `overwrite the files with --force. If the files are your own, choose another folder with ${command === undefined ? '--generated' : '--out'}.`;
  return createDiagnostic('hand-edited', undefined, message, { help });
}
