import { createHash } from 'node:crypto';
import { createLog, type Log, type LogTarget } from '../../core/logs/create-log.js';
import type { LogOptions } from '../../core/service/report.js';

/**
 * Opens a log with options.
 *
 * @param write Writes a line. Passed in because importing `writeReport` would split the code that every server loads.
 * @throws TypeError for unknown options and invalid values.
 */
export function openLog(options: LogOptions, write: LogTarget['write']): Log {
  const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
  return createLog(options, { write, hash });
}
