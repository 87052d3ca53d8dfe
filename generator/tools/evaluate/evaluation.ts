import type { Model } from '../../core/model/model.js';
import type { GenerateOptions } from '../../generate.js';
import { openEvaluatedServer, type EvaluatedServer } from './evaluated-server.js';
import type { AskedQuestion } from './judge-run.js';
import { createMock } from './mock-results.js';
import type { ParsedModelOptions } from './model-options.js';
import type { ReportFormat } from './print-report.js';
import type { Environment } from './providers.js';

/** Project to evaluate. */
export type EvaluatedProject = Omit<GenerateOptions, 'check' | 'force' | 'strict'>;

/** Options of an evaluation with a model. */
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
  /**
   * Writes the report to a file, in its format. Resolves with `false` if that fails. Absent: the report goes to stdout.
   */
  readonly writeFile?: ((text: string) => Promise<boolean>) | undefined;
  readonly color: boolean;
  readonly environment: Environment;
  /** Major version of Node. */
  readonly nodeMajor: number;
  /** Returns the time in milliseconds. */
  readonly now: () => number;
  /** Day, as in `2026-11-29`. */
  readonly today: string;
  /** Returns a signal that ends the evaluation early, with a report of the runs so far. */
  readonly catchInterrupt: () => AbortSignal;
}

/** Definitions and mock of an evaluation. */
export interface EvaluationSubject {
  readonly questions: readonly AskedQuestion[];
  /** Names of the tools of the definition. */
  readonly tools: ReadonlySet<string>;
  readonly model: Model;
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

/**
 * Prints a report, or writes it to a file and prints it as text.
 *
 * @param print Prints the report in a format.
 * @returns Whether it was written.
 */
export async function deliverReport(
  print: (format: ReportFormat, color: boolean) => string,
  { format }: Pick<ModelEvaluationOptions, 'format'>,
  { writeOut, writeFile, color }: EvaluationIo,
): Promise<boolean> {
  writeOut(print(writeFile === undefined ? format : 'text', color));
  return writeFile === undefined ? true : writeFile(print(format, false));
}
