import type { LogOptions } from '../../core/service/report.js';
import type { FillableProgram } from './load-program.js';
import { hasOldNames } from './start-options.js';

/**
 * Checks the environment that a program declares, loads its remaining members, and renames deprecated options. On
 * failure, ends the process with exit code 1.
 *
 * @param log Log options that are known before these members are loaded.
 */
export async function fillProgram<Program extends FillableProgram>(
  program: Program,
  log?: LogOptions,
): Promise<Program> {
  if (program.environment === undefined && !hasOldNames(program.options)) return program;
  const { loadProgram } = await import('./load-program.js');
  return loadProgram(program, log);
}
