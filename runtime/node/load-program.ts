import { noteUserError, reportStartError } from '../service/report-later.js';
import type { LogOptions, Report } from '../service/report.js';
import type { ServerProgram } from './run-server.js';
import { reportPlainly, writeReport } from './standard-streams.js';

/**
 * Checks the environment of a program, then loads the modules of the user, which may read it. Ends the process with exit code 1 when
 * that fails.
 *
 * @param log Options of the log that are known before the modules are loaded.
 */
export async function loadProgram(program: ServerProgram<never>, log?: LogOptions): Promise<ServerProgram<never>> {
  try {
    program.environment?.read(process.env);
  } catch (error) {
    return fail(error, log);
  }
  try {
    return { ...(await program.load?.()), ...program };
  } catch (error) {
    noteUserError(error);
    return fail(error, log);
  }
}

async function fail(error: unknown, log: LogOptions | undefined): Promise<never> {
  const report: Report = log ? (await import('./open-log.js')).openLog(log, writeReport).report : reportPlainly;
  await reportStartError(report, error);
  process.exit(1);
}
