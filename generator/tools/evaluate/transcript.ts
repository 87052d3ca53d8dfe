import type { HandledCall } from './evaluated-server.js';

/** Tool call that a model made, with what the server returned. */
export interface RecordedCall {
  readonly tool: string;
  /** Arguments as the model wrote them: a text if they are no JSON. */
  readonly arguments: unknown;
  /** Whether `arguments` were too long to be kept. */
  readonly isTruncated?: true;
  readonly isError: boolean;
  readonly result: string;
  /** Calls that reached handlers. */
  readonly handled: readonly HandledCall[];
}

/** Response of a model, with its calls. */
export interface RecordedStep {
  readonly text: string;
  readonly calls: readonly RecordedCall[];
  readonly finishReason: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Why a run ended. `answered`: the model made no more calls. */
export type RunEnd = 'answered' | 'steps' | 'tokens' | 'cost' | 'failed';

/** One run of a question. */
export interface RunTranscript {
  readonly steps: readonly RecordedStep[];
  readonly end: RunEnd;
  /** Error of the provider, if the run failed. */
  readonly problem?: string;
  readonly durationMs: number;
}
