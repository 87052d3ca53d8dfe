import { createPaint, printJson, visible, type Paint } from '../../core/diagnostics/format-diagnostics.js';
import { printJunit, type TestSuite } from '../../outputs/evaluate/print-junit.js';
import type { Estimate } from './estimate-cost.js';
import type { ModelReport, ReplayReport, ReportedMode } from './evaluation-report.js';
import { listFigures } from './list-figures.js';
import { printHtmlReport } from './print-html-report.js';

/** Format of a report. */
export type ReportFormat = 'text' | 'json' | 'junit' | 'html';

interface PrintOptions {
  readonly format: ReportFormat;
  readonly color: boolean;
}

/** Prints the results of a model. */
export function printModelReport(report: ModelReport, { format, color }: PrintOptions): string {
  if (format === 'json') return `${printJson(report)}\n`;
  if (format === 'junit') return printJunit(`evaluate ${report.model}`, listModelSuites(report));
  if (format === 'html') return printHtmlReport(report);
  const paint = createPaint(color);
  const { model, responses, modes, tokens, cost, stopped, failures } = report;
  return [
    `${paint('bold', visible(model))}, ${responses === 'mock' ? 'mocked results' : 'live server'}`,
    ...modes.flatMap((mode) => formatMode(mode, paint)),
    '',
    `${tokens} tokens${cost === undefined ? '' : `, ${formatCost(cost)}`}`,
    ...(stopped === undefined ? [] : [`${paint('red', 'stopped')}: ${visible(stopped)}`]),
    ...failures.map((failure) => `${paint('red', 'error')}: ${visible(failure)}`),
    '',
  ].join('\n');
}

function formatMode({ mode, tools, questions, figures, file }: ReportedMode, paint: Paint): readonly string[] {
  const lines = questions.flatMap(({ ask, runs }) => {
    const passed = runs.filter((run) => run.passed).length;
    const mark = passed === runs.length ? 'ok  ' : paint('red', 'FAIL');
    const reasons = [...new Set(runs.flatMap((run) => run.reasons))];
    const share = runs.length > 1 ? ` (${passed} of ${runs.length})` : '';
    return [`  ${mark} ${visible(ask)}${share}`, ...reasons.map((reason) => `       ${visible(reason)}`)];
  });
  return [
    '',
    paint('bold', `Mode ${mode}`) + `: ${tools.count} tools, ${tools.tokens} tokens`,
    ...lines,
    ...listFigures(figures).map(([name, text]) => `  ${name.padEnd(16)} ${text}`),
    ...(file === undefined ? [] : [`  recorded in ${visible(file)}`]),
  ];
}

function listModelSuites({ model, modes, stopped, failures }: ModelReport): readonly TestSuite[] {
  const suites = modes.map(({ mode, questions }) => ({
    name: `${model} ${mode}`,
    cases: questions.map(({ ask, runs }) => ({
      name: ask,
      seconds: runs.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000,
      failures: [...new Set(runs.flatMap(({ reasons }) => reasons))],
    })),
  }));
  const limits = [...failures, ...(stopped === undefined ? [] : [`stopped: ${stopped}`])];
  return limits.length === 0
    ? suites
    : [...suites, { name: model, cases: [{ name: 'limits', seconds: 0, failures: limits }] }];
}

/** Prints the results of a replay. */
export function printReplayReport(
  report: ReplayReport,
  { format, color, failsOnMissing }: PrintOptions & { readonly failsOnMissing: boolean },
): string {
  if (format === 'json') return `${printJson(report)}\n`;
  if (format === 'junit') return printJunit('evaluate', listReplaySuites(report, failsOnMissing));
  if (format === 'html') return printHtmlReport(report);
  const paint = createPaint(color);
  const { files, runs, misfits, notes, missing } = report;
  const label = failsOnMissing ? paint('red', 'error') : 'note';
  return [
    `Replayed ${runs} runs of ${files.length} recordings.`,
    ...misfits.map(({ file, question, reason }) => {
      const place = question === '' ? visible(file) : `${visible(file)}: ${visible(question)}`;
      return `${paint('red', 'error')} ${place}\n  ${visible(reason)}`;
    }),
    ...missing.map((ask) => `${label} no recording: ${visible(ask)}`),
    ...notes.map((note) => `note ${visible(note)}`),
    misfits.length === 0 ? 'The recordings fit the definitions.' : `${misfits.length} no longer fit.`,
    '',
  ].join('\n');
}

function listReplaySuites({ files, misfits, missing }: ReplayReport, failsOnMissing: boolean): readonly TestSuite[] {
  const suites = [...new Set([...files, ...misfits.map(({ file }) => file)])].map((file) => {
    const own = misfits.filter((misfit) => misfit.file === file);
    const questions = [...new Set(own.map(({ question }) => question))];
    const failed = questions.map((question) => ({
      name: question === '' ? file : question,
      seconds: 0,
      failures: own.filter((misfit) => misfit.question === question).map(({ reason }) => reason),
    }));
    return { name: file, cases: failed.length === 0 ? [{ name: 'replay', seconds: 0, failures: [] }] : failed };
  });
  if (!failsOnMissing || missing.length === 0) return suites;
  return [
    ...suites,
    { name: 'missing', cases: missing.map((name) => ({ name, seconds: 0, failures: ['no recording'] })) },
  ];
}

/** Prints an estimate. */
export function printEstimate(
  estimate: Estimate,
  questions: number,
  { maxCost, format }: { readonly maxCost: number | undefined; readonly format: ReportFormat },
): string {
  if (format === 'json') return `${printJson({ version: 1, kind: 'estimate', questions, ...estimate })}\n`;
  const { runs, fixed, likely, most } = estimate;
  const print = ({ input, output, cost }: Estimate['likely']): string =>
    `${input} input and ${output} output tokens${cost === undefined ? '' : `, ${formatCost(cost)}`}`;
  return [
    `${questions} questions, ${runs} runs. Nothing was sent.`,
    ...fixed.map(({ mode, tools, tokens }) => `  mode ${mode}: ${tools} tools, ${tokens} tokens in each request`),
    `  likely:  ${print(likely)}`,
    `  at most: ${print(most)}`,
    ...(maxCost === undefined ? [] : [`  stops before ${formatCost(maxCost)}`]),
    ...(likely.cost === undefined ? ['  --price <input>,<output> adds the cost.'] : []),
    '',
  ].join('\n');
}

function formatCost(cost: number): string {
  return `${cost < 0.01 && cost > 0 ? cost.toFixed(4) : cost.toFixed(2)} USD`;
}
