import type { Environment } from '../../core/api/environment.js';
import type { LogOptions } from '../../core/service/report.js';

/** Program whose modules of the user are loaded once its environment has been checked. */
export interface FillableProgram {
  /** The environment variables that the definition declares. Absent: none. */
  readonly environment?: Environment | undefined;
  /** Loads further members: modules of the user that may read the environment. */
  readonly load?: () => Promise<object>;
}

/**
 * Checks the environment that a program declares, then loads its further members. Ends the process with exit code 1 when that fails.
 *
 * @param log Options of the log that are known before these members are loaded.
 */
export async function fillProgram<Program extends FillableProgram>(
  program: Program,
  log?: LogOptions,
): Promise<Program> {
  if (program.environment === undefined) return program;
  const { loadProgram } = await import('./load-program.js');
  return loadProgram(program, program.environment, log);
}
