import path from 'node:path';
import { Budget } from './budget.js';
import { estimateEvaluation } from './estimate-cost.js';
import { tokenEstimate } from '../../outputs/inspect/estimate-tokens.js';
import {
  closeServers,
  deliverReport,
  openServers,
  type EvaluationIo,
  type EvaluationSubject,
  type ModelEvaluationOptions,
} from './evaluation.js';
import type { EvaluatedServer } from './evaluated-server.js';
import type { ModelReport, ReportedMode, ReportedQuestion } from './evaluation-report.js';
import { judgeRun, type AskedQuestion } from './judge-run.js';
import { openLanguageModel, ModelError, type LanguageModel } from './language-model.js';
import { printEstimate, printModelReport } from './print-report.js';
import {
  createCleaner,
  digestTools,
  mapTexts,
  printRecording,
  type RecordedQuestion,
  type RecordedRun,
} from './recording.js';
import { hasRecording, writeRecording } from './recording-files.js';
import { runQuestion } from './run-question.js';
import { measureRun, summarizeRuns, type MeasuredRun } from './summarize-runs.js';
import type { RunTranscript } from './transcript.js';

/** Maximum number of output tokens of a response. */
const maxOutputTokens = 4096;
/** Number of runs in a row that may fail at the provider before the evaluation stops. */
const maxFailures = 3;

/** Prints what an evaluation would cost. Sends nothing to the model. */
export async function runEstimate(
  options: ModelEvaluationOptions,
  subject: EvaluationSubject,
  io: EvaluationIo,
): Promise<number> {
  const modes = listModes(options);
  const servers = await openServers({ ...options, responses: 'mock' }, modes, subject);
  try {
    const served = servers.map((server, index) => ({ mode: nameMode(modes[index], server, subject), server }));
    const { runs, maxSteps, price, maxCost } = options;
    const estimate = estimateEvaluation(served, subject.questions, { runs, maxSteps, maxOutputTokens, price });
    io.writeOut(printEstimate(estimate, subject.questions.length, { maxCost, format: options.format }));
    return 0;
  } finally {
    await closeServers(servers);
  }
}

/** Asks the model all questions in all modes, records the runs and prints the report. */
export async function runModel(
  options: ModelEvaluationOptions,
  subject: EvaluationSubject,
  io: EvaluationIo,
): Promise<number> {
  const { model: choice, project, minimums, maxTokens, maxCost, price } = options;
  if (choice === undefined) throw new ModelError('--model is missing, such as --model openai:gpt-5-mini.');
  const { environment, nodeMajor } = io;
  const model = await openLanguageModel(choice, { root: project.root, environment, nodeMajor });
  const modes = listModes(options);
  const servers = await openServers(options, modes, subject);
  const budget = new Budget({ maxTokens, maxCost, price });
  const run = new Evaluation(options, subject, io, model, budget);
  try {
    for (const [index, server] of servers.entries()) await run.runMode(nameMode(modes[index], server, subject), server);
  } finally {
    await closeServers(servers);
  }
  const reported = run.modes;
  const failures = minimums.flatMap(({ figure, share }) =>
    reported
      .filter(({ figures }) => figures[figure].mean < share)
      .map(({ mode, figures }) => `${figure} in mode ${mode} is ${figures[figure].mean}, below ${share}`),
  );
  const report: ModelReport = {
    version: 1,
    kind: 'model',
    model: run.modelName,
    responses: options.responses,
    modes: reported,
    tokens: budget.tokens,
    ...(budget.cost !== undefined && { cost: budget.cost }),
    ...(run.stopped !== undefined && { stopped: run.stopped }),
    failures,
  };
  // Arguments in reasons can contain what a live server returned.
  const shown = mapTexts(report, createCleaner(project.root, environment));
  const isWritten = await deliverReport((format, color) => printModelReport(shown, { format, color }), options, io);
  return !isWritten || failures.length > 0 || run.stopped !== undefined ? 1 : 0;
}

function listModes({ modes }: ModelEvaluationOptions): readonly (string | undefined)[] {
  return modes.length === 0 ? [undefined] : modes;
}

/** Returns the name of a mode. The server's own is known by the tools that it lists. */
function nameMode(mode: string | undefined, { tools }: EvaluatedServer, { model }: EvaluationSubject): string {
  if (mode !== undefined) return mode;
  const listed = new Set(tools.map(({ name }) => name));
  const jobs = new Set(
    model.tools.flatMap(({ name, handler }) =>
      handler.kind === 'discovery' && listed.has(name) ? [handler.does] : [],
    ),
  );
  if (jobs.has('call')) return 'discover';
  const isCode = jobs.has('run') || (listed.has('run_code') && !model.tools.some(({ name }) => name === 'run_code'));
  return isCode ? 'code' : 'tools';
}

/** Runs of all questions in one mode after the other. */
class Evaluation {
  readonly modes: ReportedMode[] = [];
  /** Why it stopped early. */
  stopped: string | undefined;
  readonly modelName: string;
  readonly #options: ModelEvaluationOptions;
  readonly #subject: EvaluationSubject;
  readonly #io: EvaluationIo;
  readonly #model: LanguageModel;
  readonly #budget: Budget;
  readonly #interrupt: AbortSignal;
  /** Number of the last runs that failed at the provider. */
  #failures = 0;

  constructor(
    options: ModelEvaluationOptions,
    subject: EvaluationSubject,
    io: EvaluationIo,
    model: LanguageModel,
    budget: Budget,
  ) {
    this.#options = options;
    this.#subject = subject;
    this.#io = io;
    this.#model = model;
    this.#budget = budget;
    this.#interrupt = io.catchInterrupt();
    this.modelName = `${options.model?.provider}:${options.model?.model}`;
  }

  async runMode(mode: string, server: EvaluatedServer): Promise<void> {
    if (this.stopped !== undefined) return;
    const reported: ReportedQuestion[] = [];
    const recorded: RecordedQuestion[] = [];
    for (const [index, question] of this.#subject.questions.entries()) {
      this.#io.writeError(`${mode} ${index + 1}/${this.#subject.questions.length}\n`);
      const { measured, runs } = await this.#runQuestion(question, server);
      if (measured.length > 0) {
        reported.push({ ask: question.ask, runs: measured });
        recorded.push({ ...question, runs });
      }
      if (this.stopped !== undefined) break;
    }
    const tools = { count: server.tools.length, tokens: tokenEstimate.count(JSON.stringify(server.tools)) };
    const figures = summarizeRuns(reported.map(({ runs }) => runs));
    const file = recorded.length === 0 ? undefined : await this.#record(mode, server, recorded);
    this.modes.push({ mode, tools, questions: reported, figures, ...(file !== undefined && { file }) });
  }

  async #runQuestion(question: AskedQuestion, server: EvaluatedServer) {
    const { runs: count, maxSteps, timeoutMs } = this.#options;
    const limits = { maxSteps, timeoutMs, maxOutputTokens };
    const measured: MeasuredRun[] = [];
    const runs: RecordedRun[] = [];
    for (let index = 0; index < count && this.stopped === undefined; index += 1) {
      const [interrupt, now] = [this.#interrupt, this.#io.now];
      const context = { model: this.#model, server, budget: this.#budget, limits, now, interrupt };
      const run = await runQuestion(question.ask, context);
      this.#stopAfter(run);
      if (interrupt.aborted) break;
      // A run that was not begun says nothing about the model.
      if (run.steps.length === 0 && (run.end === 'cost' || run.end === 'tokens')) break;
      const verdict = judgeRun(question, run, this.#subject.tools);
      measured.push(measureRun(run, verdict));
      runs.push({ passed: verdict.passed, ...run });
    }
    return { measured, runs };
  }

  #stopAfter({ end, problem = '' }: RunTranscript): void {
    if (this.#interrupt.aborted) this.stopped = 'interrupted';
    if (this.stopped !== undefined) return;
    this.#failures = end === 'failed' ? this.#failures + 1 : 0;
    const { maxCost, maxTokens } = this.#options;
    if (end === 'cost') this.stopped = `the next request could exceed --max-cost ${maxCost}`;
    if (end === 'tokens') this.stopped = `the next request could exceed --max-tokens ${maxTokens}`;
    if (/^HTTP 40[13]:/u.test(problem)) this.stopped = `the provider refused the key: ${problem}`;
    else if (this.#failures >= maxFailures) this.stopped = `${maxFailures} runs in a row failed: ${problem}`;
  }

  /**
   * Writes the recording. Returns its path relative to the project; `undefined` if the evaluation was stopped and an
   * earlier recording is kept.
   */
  async #record(
    mode: string,
    server: EvaluatedServer,
    questions: readonly RecordedQuestion[],
  ): Promise<string | undefined> {
    const { project, recordFolder, responses } = this.#options;
    if (this.stopped !== undefined && (await hasRecording(recordFolder, { model: this.modelName, mode }))) {
      this.#io.writeError('note: The earlier recording is kept, because the evaluation was stopped.\n');
      return undefined;
    }
    const recording = {
      version: 1,
      model: this.modelName,
      mode,
      responses,
      recorded: this.#io.today,
      tools: { digest: digestTools(server.tools), count: server.tools.length },
      questions,
    } as const;
    const text = printRecording(recording, createCleaner(project.root, this.#io.environment));
    const name = await writeRecording(recordFolder, recording, text);
    return path.relative(project.root, path.join(recordFolder, name)).replaceAll('\\', '/');
  }
}
