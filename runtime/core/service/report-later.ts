import { messageOf } from '../../wire/protocol-error.js';
import { formatReport, showText, type Report } from './report.js';
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
  const subject = startErrors.get(thrown as object);
  if (subject !== undefined) await reportLater(report, subject, thrown);
  else {
    const [message = '', ...lines] = messageOf(thrown).split('\n');
    const more = lines.length > 0 && {
      lines: lines.map((line) => `  ${showText(line)}`),
      details: { problems: lines },
    };
    report({ ...formatReport('START', message), ...more });
  }
}

/** Reports an error that user code threw. What describes errors is loaded by the first one, as most servers need none. */
export async function reportLater(...given: Parameters<typeof reportThrown>): Promise<void> {
  const loaded = await import('./report-thrown.js');
  loaded.reportThrown(...given);
}
