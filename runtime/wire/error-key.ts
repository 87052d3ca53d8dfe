/**
 * Key in `_meta` of a failed tool result for the error that the tool declares.
 *
 * @see docs/decisions/0064-declared-errors-are-in-meta.md
 */
export const errorKey = 'create-mcp-from-schema/error';

/** Value at {@link errorKey}. */
export interface SentError {
  readonly name: string;
  readonly data?: unknown;
  /** Whether the same call can succeed later. Absent: unknown. */
  readonly retryable?: boolean;
  /** Milliseconds after which the call can be repeated. */
  readonly retryAfterMs?: number;
  /** HTTP status of the API response that failed. */
  readonly status?: number;
}
