import type { Report } from './report.js';
import type { reportThrown } from './report-thrown.js';

/**
 * Errors that `setup` or a handler module threw, with the subject of the log line. Startup errors of the runtime are
 * about options and need no stack.
 */
const startErrors = new WeakMap<object, string>();

/**
 * Records an error that user code threw while the server started, so that {@link reportStartError} prints its stack.
 */
export function noteUserError(thrown: unknown, subject = 'START'): void {
  if (typeof thrown === 'object' && thrown !== null) startErrors.set(thrown, subject);
}

/** Reports the error that prevents a server from starting. */
export async function reportStartError(report: Report, thrown: unknown): Promise<void> {
  const loaded = await import('./report-start-error.js');
  loaded.reportStartError(report, thrown, startErrors.get(thrown as object));
}

/** Reports an error that user code threw. The code for it is loaded on first use. */
export async function reportLater(...args: Parameters<typeof reportThrown>): Promise<void> {
  const loaded = await import('./report-thrown.js');
  loaded.reportThrown(...args);
}
