import type { ModeFigures, MeasuredRun } from './summarize-runs.js';
import type { Misfit } from './replay.js';

/** Question with its measured runs. */
export interface ReportedQuestion {
  readonly ask: string;
  readonly runs: readonly MeasuredRun[];
}

/** Results of a mode. */
export interface ReportedMode {
  readonly mode: string;
  readonly tools: { readonly count: number; readonly tokens: number };
  readonly questions: readonly ReportedQuestion[];
  readonly figures: ModeFigures;
  /** Path of the recording. */
  readonly file?: string;
}

/** Results of a model. Within one version, fields are only added. */
export interface ModelReport {
  readonly version: 1;
  readonly kind: 'model';
  readonly model: string;
  readonly responses: 'mock' | 'live';
  readonly modes: readonly ReportedMode[];
  readonly tokens: number;
  /** In USD; absent if the price is not known. */
  readonly cost?: number;
  /** Why it stopped before the last question. */
  readonly stopped?: string;
  /** Minimum figures that were not reached. */
  readonly failures: readonly string[];
}

/** Results of a replay. */
export interface ReplayReport {
  readonly version: 1;
  readonly kind: 'replay';
  readonly files: readonly string[];
  readonly runs: number;
  readonly misfits: readonly Misfit[];
  readonly notes: readonly string[];
  /** Questions without a recording. */
  readonly missing: readonly string[];
}
