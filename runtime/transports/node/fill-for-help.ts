import type { FillableProgram } from './load-program.js';

/**
 * Loads additional members for the help of a program. Errors are ignored, because help is needed most when variables are missing.
 */
export async function fillForHelp<Program extends FillableProgram>(program: Program): Promise<Program> {
  return { ...(await program.load?.().catch(() => undefined)), ...program };
}
