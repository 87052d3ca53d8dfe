import { defined } from '../../core/model/json.js';
import { numberAt } from '../../core/source/read-values.js';
import type { SourceNode } from '../../core/source/source-node.js';

/** Limits of calls to an API, of all its operations or of one. */
export interface CallLimits {
  /** Timeout of a call in milliseconds, including retries. */
  readonly timeoutMs?: number;
  /** Maximum number of bytes of a response. */
  readonly maxResponseBytes?: number;
  /** Maximum number of retries of an idempotent request. */
  readonly retries?: number;
}

/** Reads the limits in an entry under `openapi`, or in the entry of one of its tools. */
export function readCallLimits(entry: SourceNode | undefined): CallLimits {
  return defined({
    timeoutMs: numberAt(entry, 'timeoutMs'),
    maxResponseBytes: numberAt(entry, 'maxResponseBytes'),
    retries: numberAt(entry, 'retries'),
  });
}
