import type { Verdict } from './judge-run.js';
import type { RunTranscript } from './transcript.js';

/** Measured run of a question. */
export interface MeasuredRun extends Verdict, Pick<RunTranscript, 'end' | 'durationMs'> {
  readonly steps: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Why the model ended its last response; absent if there is none. */
  readonly finishReason?: string;
}

/** Mean and spread of a figure over runs of all questions. */
export interface Spread {
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  /** Standard deviation of the runs; 0 for one run. */
  readonly deviation: number;
}

/** Figures of a mode. Shares are from 0 to 1; other figures are means per question. */
export interface ModeFigures {
  readonly passed: Spread;
  readonly rightTools: Spread;
  readonly rightArguments: Spread;
  readonly forbidden: Spread;
  readonly calls: Spread;
  readonly errors: Spread;
  readonly inputTokens: Spread;
  readonly outputTokens: Spread;
  readonly durationMs: Spread;
}

/** Measures a run that was judged. */
export function measureRun(run: RunTranscript, verdict: Verdict): MeasuredRun {
  const { steps, end, durationMs } = run;
  const last = steps.at(-1);
  const sum = (key: 'inputTokens' | 'outputTokens'): number => steps.reduce((total, step) => total + step[key], 0);
  return {
    ...verdict,
    end,
    steps: steps.length,
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    durationMs,
    ...(last !== undefined && { finishReason: last.finishReason }),
  };
}

/**
 * Summarizes the runs of questions: the figures of each run of all questions, and their spread.
 *
 * @param questions Runs of each question, in order.
 */
export function summarizeRuns(questions: readonly (readonly MeasuredRun[])[]): ModeFigures {
  const count = Math.max(0, ...questions.map((runs) => runs.length));
  const rounds = Array.from({ length: count }, (_, index) => questions.flatMap((runs) => runs[index] ?? []));
  const spread = (read: (run: MeasuredRun) => number): Spread => spreadOf(rounds.map((runs) => meanOf(runs.map(read))));
  return {
    passed: spread(({ passed }) => Number(passed)),
    rightTools: spread(({ rightTools }) => Number(rightTools)),
    rightArguments: spread(({ rightArguments }) => Number(rightArguments)),
    forbidden: spread(({ forbidden }) => Number(forbidden.length > 0)),
    calls: spread(({ calls }) => calls),
    errors: spread(({ errors }) => errors),
    inputTokens: spread(({ inputTokens }) => inputTokens),
    outputTokens: spread(({ outputTokens }) => outputTokens),
    durationMs: spread(({ durationMs }) => durationMs),
  };
}

function spreadOf(values: readonly number[]): Spread {
  const mean = meanOf(values);
  const variance = meanOf(values.map((value) => (value - mean) ** 2));
  return {
    mean: round(mean),
    min: round(values.length === 0 ? 0 : Math.min(...values)),
    max: round(values.length === 0 ? 0 : Math.max(...values)),
    deviation: round(Math.sqrt(variance)),
  };
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
