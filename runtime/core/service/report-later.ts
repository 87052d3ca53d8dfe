import type { Report } from './report.js';
import type { reportThrown } from './report-thrown.js';

/**
 * Errors that `setup` or a module of handlers threw, with the subject of their line. Those of the runtime at the start are about options,
 * where a stack says nothing.
 */
const startErrors = new WeakMap<object, string>();

/** Notes that user code threw an error while the server started, so that {@link reportStartError} prints its stack. */
export function noteUserError(thrown: unknown, subject = 'START'): void {
  if (typeof thrown === 'object' && thrown !== null) startErrors.set(thrown, subject);
}

/** Reports the error for which a server does not start. */
export async function reportStartError(report: Report, thrown: unknown): Promise<void> {
  const loaded = await import('./report-start-error.js');
  loaded.reportStartError(report, thrown, startErrors.get(thrown as object));
}

/** Reports an error that user code threw. What describes errors is loaded by the first one, as most servers need none. */
export async function reportLater(...given: Parameters<typeof reportThrown>): Promise<void> {
  const loaded = await import('./report-thrown.js');
  loaded.reportThrown(...given);
}
