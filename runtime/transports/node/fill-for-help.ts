import type { FillableProgram } from './load-program.js';

/** Loads further members for the help of a program. It is needed most where variables are missing: errors do not matter. */
export async function fillForHelp<Program extends FillableProgram>(program: Program): Promise<Program> {
  return { ...(await program.load?.().catch(() => undefined)), ...program };
}
