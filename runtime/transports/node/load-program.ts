import type { Environment } from '../../core/api/environment.js';
import { renameOptions } from '../../core/service/deprecated-options.js';
import { noteUserError, reportStartError } from '../../core/service/report-later.js';
import type { LogOptions, Report } from '../../core/service/report.js';
import { reportPlainly, writeReport } from './standard-streams.js';
import { hasOldNames, type StartOptions } from './start-options.js';

/** Program whose user modules are loaded after its environment has been checked. */
export interface FillableProgram {
  /** The environment variables that the definition declares. Absent: none. */
  readonly environment?: Environment | undefined;
  readonly options?: StartOptions;
  /** Loads the remaining members, from user modules that may read the environment. */
  readonly load?: () => Promise<object>;
}

/** Implements `fillProgram` for a program with an environment or deprecated options. */
export async function loadProgram<Program extends FillableProgram>(
  program: Program,
  log: LogOptions | undefined,
): Promise<Program> {
  try {
    program.environment?.read(process.env);
  } catch (error) {
    return fail(error, log);
  }
  let filled = program;
  try {
    if (program.environment !== undefined) filled = { ...(await program.load?.()), ...program };
  } catch (error) {
    noteUserError(error);
    return fail(error, log);
  }
  const { options } = filled;
  if (options === undefined || !hasOldNames(options)) return filled;
  try {
    const { default: cluster } = await import('node:cluster');
    // The primary process warns for all workers.
    return { ...filled, options: await renameStartOptions(options, log, !cluster.isPrimary) };
  } catch (error) {
    return fail(error, log ?? options.log);
  }
}

/**
 * Renames old options, and reports each old name.
 *
 * @param log Log options that override the server's log options.
 * @param isSilent Whether to report nothing. Default: `false`.
 */
export async function renameStartOptions(
  options: StartOptions,
  log = options.log,
  isSilent = false,
): Promise<StartOptions> {
  return renameOptions(options, isSilent ? () => {} : await openReport(log));
}

/** Opens the operator's log. */
async function openReport(log: LogOptions | undefined): Promise<Report> {
  return log ? (await import('./open-log.js')).openLog(log, writeReport).report : reportPlainly;
}

async function fail(error: unknown, log: LogOptions | undefined): Promise<never> {
  await reportStartError(await openReport(log), error);
  process.exit(1);
}
