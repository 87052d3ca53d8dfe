import { messageOf } from '../../wire/protocol-error.js';
import { formatReport, showText, type Report } from './report.js';
import { reportThrown } from './report-thrown.js';

/**
 * Reports the error that prevents a server from starting.
 *
 * @param subject Subject of the line for an error of user code, which is reported with its stack.
 */
export function reportStartError(report: Report, thrown: unknown, subject: string | undefined): void {
  if (subject !== undefined) return reportThrown(report, subject, thrown);
  const [message = '', ...lines] = messageOf(thrown).split('\n');
  const more = lines.length > 0 && {
    lines: lines.map((line) => `  ${showText(line)}`),
    details: { problems: lines },
  };
  report({ ...formatReport('START', message), ...more });
}
