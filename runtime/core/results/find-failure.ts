import type { Outcome } from '../api/telemetry.js';

/** Returns the kind of failure of an outcome, from a small set; `undefined` for success. */
export function findFailure({ errorType, code, status, members }: Outcome): string | undefined {
  if (errorType !== undefined) return errorType;
  if (code !== undefined) return String(code);
  if (status !== undefined && status >= 400) return String(status);
  return typeof members === 'string' && members.endsWith(',"isError":true') ? 'tool_error' : undefined;
}
