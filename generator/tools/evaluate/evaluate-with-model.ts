import path from 'node:path';
import { hasErrors } from '../../core/diagnostics/create-diagnostic.js';
import { countOf, formatDiagnostics, visible } from '../../core/diagnostics/format-diagnostics.js';
import { toPlainJson } from '../../core/model/json.js';
import type { JsonObject } from '../../../runtime/wire/json.js';
import { listQuestions } from '../../features/questions/questions-part.js';
import { describeSystemError, isSystemError } from '../../pipeline/write/system-error.js';
import { runGenerator } from '../runs/run-generator.js';
import { ServeError } from './evaluated-server.js';
import type { EvaluatedProject, EvaluationIo, EvaluationSubject, ModelEvaluationOptions } from './evaluation.js';
import { importCases, ImportError } from './import-cases.js';
import { ModelError } from './language-model.js';
import { RecordingError } from './recording.js';
import { readCases } from './recording-files.js';

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
    if (isSystemError(error)) io.writeError(`error: ${visible(describeSystemError(error, options.project.root))}\n`);
    else if (error instanceof ModelError || error instanceof ServeError || error instanceof RecordingError) {
      io.writeError(`error: ${visibleLines(error.message)}\n`);
    } else throw error;
    return 2;
  }
}

/** Prints the cases of a file of MCPJam or promptfoo as `questions`. Returns the exit code. */
export async function printImport(file: string, io: Pick<EvaluationIo, 'writeOut' | 'writeError'>): Promise<number> {
  try {
    const { text, count, skipped } = importCases(await readCases(file));
    io.writeOut(text);
    for (const line of skipped) io.writeError(`not imported: ${visible(line)}\n`);
    io.writeError(
      count === 0
        ? 'No case can be imported.\n'
        : `Imported ${countOf(count, 'question')}. Paste them below the tools of a definition.\n`,
    );
    return count > 0 ? 0 : 1;
  } catch (error) {
    const message = isSystemError(error) ? describeSystemError(error, path.dirname(file)) : undefined;
    if (message === undefined && !(error instanceof ImportError)) throw error;
    io.writeError(`error: ${visible(message ?? (error as Error).message)}\n`);
    return 2;
  }
}

/** Reads definitions. Prints errors, also those of generated code that does not fit, and then returns `undefined`. */
async function readSubject(project: EvaluatedProject, io: EvaluationIo): Promise<EvaluationSubject | undefined> {
  const report = await runGenerator({ ...project, check: true, force: false, strict: false });
  // Questions are not part of generated code. A manifest of earlier questions is no error.
  const errors = report.diagnostics.filter(({ severity, code }) => severity === 'error' && code !== 'out-of-date');
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
