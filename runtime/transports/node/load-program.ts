import type { Environment } from '../../core/api/environment.js';
import { noteUserError, reportStartError } from '../../core/service/report-later.js';
import type { LogOptions, Report } from '../../core/service/report.js';
import { reportPlainly, writeReport } from './standard-streams.js';

/** Does what `fillProgram` says, for a program with an environment. */
export async function loadProgram<Program extends { readonly load?: () => Promise<object> }>(
  program: Program,
  environment: Environment,
  log: LogOptions | undefined,
): Promise<Program> {
  try {
    environment.read(process.env);
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
