import { defined } from '../../core/model/json.js';
import { numberAt } from '../../core/source/read-values.js';
import type { SourceNode } from '../../core/source/source-node.js';

/** Limits of API calls, for all operations or for one. */
export interface CallLimits {
  /** Timeout of an API call in milliseconds, including retries. */
  readonly timeoutMs?: number;
  /** Maximum number of bytes in a response. */
  readonly maxResponseBytes?: number;
  /** Maximum number of retries of an idempotent request. */
  readonly retries?: number;
}

/** Reads the call limits of an entry under `openapi` or of one of its tools. */
export function readCallLimits(entry: SourceNode | undefined): CallLimits {
  return defined({
    timeoutMs: numberAt(entry, 'timeoutMs'),
    maxResponseBytes: numberAt(entry, 'maxResponseBytes'),
    retries: numberAt(entry, 'retries'),
  });
}
