import type { LogOptions } from '../service/report.js';
import type { ServerProgram } from './run-server.js';

/**
 * Checks the environment that a program declares, then loads its further members. Ends the process with exit code 1 when that fails.
 *
 * @param log Options of the log that are known before these members are loaded.
 */
export async function fillProgram(program: ServerProgram<never>, log?: LogOptions): Promise<ServerProgram<never>> {
  if (program.environment === undefined) return program;
  const { loadProgram } = await import('./load-program.js');
  return loadProgram(program, log);
}

/** Loads further members for the help of a program. It is needed most where variables are missing: errors do not matter. */
export async function fillForHelp(program: ServerProgram<never>): Promise<ServerProgram<never>> {
  return { ...(await program.load?.().catch(() => undefined)), ...program };
}
