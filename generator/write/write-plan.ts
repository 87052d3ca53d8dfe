import { join } from 'node:path';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { commitChanges } from './commit-changes.js';
import { describeFailure } from './describe-failure.js';
import type { FileSystem } from './file-system.js';
import type { Change } from './journal.js';
import { withLock } from './lock.js';
import { manifestFile } from './manifest.js';
import { mapInBatches } from './map-in-batches.js';
import { nodeFileSystem } from './node-file-system.js';
import type { PendingChange, WriteOptions, WritePlan, WriteReport } from './plan.js';
import { resolveParents } from './project-path.js';
import { finishJournal, recover } from './recover.js';
import { surveyPlan, type Survey } from './survey-plan.js';

/**
 * Brings the disk to what a plan says, all of it or nothing, without ever changing a file of the user. A file that is
 * already as it should be is not touched, and when all are, nothing at all is.
 *
 * Does not throw for what the surroundings do to it (no permission, a full disk, a lock): the report has diagnostics.
 */
export async function writePlan(
  plan: WritePlan,
  options: WriteOptions,
  fileSystem: FileSystem = nodeFileSystem,
): Promise<WriteReport> {
  try {
    const refusals = await recover(plan.root, plan.out, fileSystem);
    if (refusals.length > 0) return { ...nothingDone, diagnostics: refusals };
    const survey = await surveyPlan(plan, fileSystem);
    if (options.check) return await reportCheck(plan, options, survey, fileSystem);
    return (
      (await refuseToWrite(plan, options, survey, fileSystem)) ?? (await commitPlan(plan, options, survey, fileSystem))
    );
  } catch (error) {
    return { ...nothingDone, diagnostics: [describeFailure(error, plan.root, plan.out)] };
  }
}

const nothingDone: WriteReport = {
  written: [],
  removed: [],
  unchanged: 0,
  created: [],
  unimplemented: [],
  orphans: [],
  stale: [],
  diagnostics: [],
};

/** The report of a run that has nothing to write or must not; `undefined` when it can go on. */
async function refuseToWrite(
  plan: WritePlan,
  options: WriteOptions,
  survey: Survey,
  fileSystem: FileSystem,
): Promise<WriteReport | undefined> {
  if (survey.handEdited.length > 0 && !options.force) {
    return { ...nothingDone, diagnostics: [describeHandEdited(plan, survey)] };
  }
  if (survey.changes.length === 0) return reportWritten(survey);
  const paths = [...survey.changes.map(({ path }) => path), `${plan.out}/${manifestFile}`];
  for (const folder of await resolveParents(plan.root, paths, fileSystem)) await fileSystem.checkWritable(folder);
  return undefined;
}

/**
 * Looks again once it is alone where another run was at work until then: the manifest is no longer the one that was surveyed. What
 * somebody else changes in between is found when it would be replaced.
 */
function commitPlan(
  plan: WritePlan,
  options: WriteOptions,
  first: Survey,
  fileSystem: FileSystem,
): Promise<WriteReport> {
  return withLock(plan.root, plan.out, fileSystem, async () => {
    await finishJournal(plan.root, plan.out, fileSystem);
    const manifest = await fileSystem.readText(join(plan.root, plan.out, manifestFile));
    const survey = manifest === first.manifest ? first : await surveyPlan(plan, fileSystem);
    const refusal = await refuseToWrite(plan, options, survey, fileSystem);
    if (refusal) return refusal;
    await commitChanges(plan.root, plan.out, survey.changes, fileSystem);
    return reportWritten(survey);
  });
}

function reportWritten(survey: Survey): WriteReport {
  return {
    ...nothingDone,
    written: pathsOf(survey, 'replace'),
    removed: pathsOf(survey, 'remove'),
    created: pathsOf(survey, 'create'),
    unchanged: survey.unchanged,
    unimplemented: survey.unimplemented,
    orphans: survey.orphans,
  };
}

async function reportCheck(
  plan: WritePlan,
  { force }: WriteOptions,
  survey: Survey,
  fileSystem: FileSystem,
): Promise<WriteReport> {
  const stale = survey.changes.map(({ path }) => path);
  const diagnostics: Diagnostic[] = [];
  if (survey.handEdited.length > 0 && !force) diagnostics.push(describeHandEdited(plan, survey));
  if (stale.length > 0) {
    const message = `Not what the definitions say: ${stale.join(', ')}.`;
    const help = 'Run `create-mcp-from-schema generate` and commit the result.';
    diagnostics.push(createDiagnostic('stale', undefined, message, { help }));
  }
  const { unchanged, unimplemented, orphans } = survey;
  const pending = await mapInBatches(survey.changes, (change) => describeChange(plan.root, change, fileSystem));
  return { ...nothingDone, unchanged, unimplemented, orphans, stale, pending, diagnostics };
}

async function describeChange(root: string, change: Change, fileSystem: FileSystem): Promise<PendingChange> {
  const { kind, path } = change;
  const before = kind === 'create' ? undefined : await fileSystem.readText(join(root, path));
  return {
    kind: kind === 'replace' ? 'write' : kind,
    path,
    ...(before !== undefined && { before }),
    ...(kind !== 'remove' && { after: change.content }),
  };
}

function pathsOf(survey: Survey, kind: Survey['changes'][number]['kind']): readonly string[] {
  return survey.changes.filter((change) => change.kind === kind).map(({ path }) => path);
}

function describeHandEdited(plan: WritePlan, survey: Survey): Diagnostic {
  if (survey.manifest === undefined) return describeLostManifest(plan, survey);
  const message = `Not as the generator left them: ${survey.handEdited.join(', ')}.`;
  const help =
    `Undo the edits and keep formatters away from ${plan.out}/, or overwrite them with --force, which is also the way ` +
    'after a merge. Files of yours are never overwritten.';
  return createDiagnostic('hand-edited', undefined, message, { help });
}

function describeLostManifest(plan: WritePlan, survey: Survey): Diagnostic {
  const manifest = `${plan.out}/${manifestFile}`;
  const files = survey.handEdited.join(', ');
  const message = `${manifest} is missing, so nothing tells whether these files are as the generator left them: ${files}.`;
  const help =
    `Restore ${manifest} from version control, where it belongs: it also keeps names stable. If it is lost, overwrite ` +
    'these files with --force. If they are yours, choose another folder with --out.';
  return createDiagnostic('hand-edited', undefined, message, { help });
}
