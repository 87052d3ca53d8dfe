import path from 'node:path';
import { hasErrors } from '../../core/diagnostics/create-diagnostic.js';
import { formatDiagnostics, visible } from '../../core/diagnostics/format-diagnostics.js';
import { toPlainJson } from '../../core/model/json.js';
import type { Model } from '../../core/model/model.js';
import type { JsonObject } from '../../../runtime/wire/json.js';
import { listQuestions } from '../../features/questions/questions-part.js';
import type { GenerateOptions } from '../../generate.js';
import { runGenerator } from '../runs/run-generator.js';
import { openEvaluatedServer, ServeError, type EvaluatedServer } from './evaluated-server.js';
import { importCases, ImportError } from './import-cases.js';
import type { AskedQuestion } from './judge-run.js';
import { ModelError } from './language-model.js';
import { createMock } from './mock-results.js';
import type { ParsedModelOptions } from './model-options.js';
import type { Environment } from './providers.js';
import { RecordingError } from './recording.js';
import { readCases } from './recording-files.js';
import type { ReportFormat } from './print-report.js';

/** Project to evaluate. */
export type EvaluatedProject = Omit<GenerateOptions, 'check' | 'force' | 'strict'>;

/** Options of {@link evaluateWithModel}. */
export interface ModelEvaluationOptions extends ParsedModelOptions {
  readonly project: EvaluatedProject;
  /** Modes, in order; empty for the server's own. */
  readonly modes: readonly string[];
  /** Whether handlers run, or examples and made values replace their results. */
  readonly responses: 'mock' | 'live';
  /** Whether to estimate tokens and cost without a request to the model. */
  readonly isDryRun: boolean;
  /** Absolute path of the folder of recordings. */
  readonly recordFolder: string;
  /** Whether to replay recordings instead of asking the model. */
  readonly isReplay: boolean;
  /** Whether questions without a recording fail a replay. */
  readonly failsOnMissing: boolean;
  readonly format: ReportFormat;
  readonly serverArgs: readonly string[];
}

/** Output of an evaluation, and the machine that it runs on. */
export interface EvaluationIo {
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly color: boolean;
  readonly environment: Environment;
  /** Major version of Node. */
  readonly nodeMajor: number;
  /** Returns the time in milliseconds. */
  readonly now: () => number;
  /** Day, as in `2026-11-29`. */
  readonly today: string;
}

/** Definitions and mock of an evaluation. */
export interface EvaluationSubject {
  readonly questions: readonly AskedQuestion[];
  /** Names of the tools of the definition. */
  readonly tools: ReadonlySet<string>;
  readonly model: Model;
}

/**
 * Asks a model the questions of a project, or replays what it did.
 *
 * @returns The exit code: 0; 1 for a figure below its minimum, an evaluation that was stopped, and a recording that no
 *   longer fits; 2 for errors in definitions, a missing package or key, and a server that does not start.
 */
export async function evaluateWithModel(options: ModelEvaluationOptions, io: EvaluationIo): Promise<number> {
  try {
    const subject = await readSubject(options.project, io);
    if (subject === undefined) return 2;
    if (subject.questions.length === 0) {
      io.writeError(
        'No tool has `questions`. Add them to the definitions, such as `questions: [what was sold today?]`.\n',
      );
      return options.minimums.length > 0 || options.failsOnMissing ? 2 : 0;
    }
    if (options.isReplay) return await (await import('./run-replay.js')).runReplay(options, subject, io);
    const { runModel, runEstimate } = await import('./run-model.js');
    return options.isDryRun ? await runEstimate(options, subject, io) : await runModel(options, subject, io);
  } catch (error) {
    if (!(error instanceof ModelError || error instanceof ServeError || error instanceof RecordingError)) throw error;
    io.writeError(`error: ${visibleLines(error.message)}\n`);
    return 2;
  }
}

/** Prints the cases of a file of MCPJam or promptfoo as `questions`. Returns the exit code. */
export async function printImport(file: string, io: Pick<EvaluationIo, 'writeOut' | 'writeError'>): Promise<number> {
  try {
    const { text, count, skipped } = importCases(await readCases(file));
    io.writeOut(text);
    for (const line of skipped) io.writeError(`not imported: ${visible(line)}\n`);
    io.writeError(`Imported ${count} questions. Paste them below the tools of a definition.\n`);
    return count > 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    io.writeError(`error: ${visible(error.message)}\n`);
    return 2;
  }
}

/** Opens the server in each mode, with mocked handlers unless the responses are live. */
export async function openServers(
  options: Pick<ModelEvaluationOptions, 'project' | 'responses' | 'serverArgs'>,
  modes: readonly (string | undefined)[],
  { model }: EvaluationSubject,
): Promise<readonly EvaluatedServer[]> {
  const { project, responses, serverArgs } = options;
  const { root, out, handlers } = project;
  const servers: EvaluatedServer[] = [];
  try {
    for (const mode of modes) {
      const server = await openEvaluatedServer({ root, out, handlers, mode, isLive: responses === 'live', serverArgs });
      server.mock = createMock(model);
      servers.push(server);
    }
    return servers;
  } catch (error) {
    await closeServers(servers);
    throw error;
  }
}

/** Stops servers. */
export async function closeServers(servers: readonly EvaluatedServer[]): Promise<void> {
  for (const server of servers) await server.close();
}

/** Reads definitions. Prints errors, also those of generated code that does not fit, and then returns `undefined`. */
async function readSubject(project: EvaluatedProject, io: EvaluationIo): Promise<EvaluationSubject | undefined> {
  const report = await runGenerator({ ...project, check: true, force: false, strict: false });
  const errors = report.diagnostics.filter(({ severity }) => severity === 'error');
  const { model, write } = report;
  if (model === undefined || hasErrors(errors)) {
    io.writeError(formatDiagnostics(errors, report.sources, { color: io.color }));
    return undefined;
  }
  const isServed = ({ path: file }: { readonly path: string }): boolean =>
    file.startsWith(`${project.out}/`) && path.posix.extname(file) === '.ts';
  if (write?.pending?.some(isServed) === true) {
    io.writeError(`error: ${visible(project.out)} is out of date. Run \`create-mcp-from-schema generate\` first.\n`);
    return undefined;
  }
  const questions = listQuestions(model).map(({ ask, tools, never, arguments: args }) => ({
    ask,
    tools,
    never,
    arguments: Object.fromEntries([...args].map(([name, values]) => [name, toPlainJson(values) as JsonObject])),
  }));
  const own = model.tools.filter(({ handler }) => handler.kind !== 'discovery');
  return { questions, tools: new Set(own.map(({ name }) => name)), model };
}

function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}
