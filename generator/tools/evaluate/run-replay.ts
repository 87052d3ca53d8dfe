import {
  closeServers,
  deliverReport,
  openServers,
  type EvaluationIo,
  type EvaluationSubject,
  type ModelEvaluationOptions,
} from './evaluation.js';
import type { ReplayReport } from './evaluation-report.js';
import { ModelError } from './language-model.js';
import { createMock } from './mock-results.js';
import { printReplayReport, type ReportFormat } from './print-report.js';
import { readRecordings, type RecordingFile } from './recording-files.js';
import { replayRecording, type ReplayOutcome } from './replay.js';

/** Replays the recordings of a folder without a model, and prints what no longer fits. */
export async function runReplay(
  options: ModelEvaluationOptions,
  subject: EvaluationSubject,
  io: EvaluationIo,
): Promise<number> {
  const { recordFolder, model, modes, failsOnMissing } = options;
  const { files, unreadable } = await readRecordings(recordFolder);
  const wanted = model && `${model.provider}:${model.model}`;
  const chosen = files.filter(
    ({ recording }) =>
      (wanted === undefined || recording.model === wanted) && (modes.length === 0 || modes.includes(recording.mode)),
  );
  if (chosen.length === 0 && unreadable.length === 0) {
    throw new ModelError('There are no recordings to replay. Record with --model <provider>:<model> first.');
  }
  const outcomes = await replayAll(chosen, options, subject);
  const recorded = new Set(chosen.flatMap(({ recording }) => recording.questions.map(({ ask }) => ask)));
  const missing = subject.questions.map(({ ask }) => ask).filter((ask) => !recorded.has(ask));
  const broken = unreadable.map((file) => ({
    file,
    question: '',
    reason: 'the file is not a recording of this version',
  }));
  const report: ReplayReport = {
    version: 1,
    kind: 'replay',
    files: chosen.map(({ name }) => name),
    runs: outcomes.reduce((sum, { runs }) => sum + runs, 0),
    misfits: [...broken, ...outcomes.flatMap(({ misfits }) => misfits)],
    notes: outcomes.flatMap(({ notes }) => notes),
    missing,
  };
  const print = (format: ReportFormat, color: boolean): string =>
    printReplayReport(report, { format, color, failsOnMissing });
  const isWritten = await deliverReport(print, options, io);
  return !isWritten || report.misfits.length > 0 || (failsOnMissing && missing.length > 0) ? 1 : 0;
}

async function replayAll(
  files: readonly RecordingFile[],
  options: ModelEvaluationOptions,
  subject: EvaluationSubject,
): Promise<readonly ReplayOutcome[]> {
  const outcomes: ReplayOutcome[] = [];
  const { questions, tools } = subject;
  for (const mode of new Set(files.map(({ recording }) => recording.mode))) {
    const servers = await openServers({ ...options, responses: 'mock' }, [mode], subject);
    try {
      const [server] = servers;
      if (server === undefined) continue;
      const context = { server, mock: createMock(subject.model), questions, tools, timeoutMs: options.timeoutMs };
      for (const file of files.filter(({ recording }) => recording.mode === mode)) {
        outcomes.push(await replayRecording(file, context));
      }
    } finally {
      await closeServers(servers);
    }
  }
  return outcomes;
}
