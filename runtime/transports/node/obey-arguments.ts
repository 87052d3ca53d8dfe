import type { Program } from '../../core/sharing/open-server.js';
import { describeProgram, parseArguments, type ServeArguments } from './command-line.js';
import type { FillableProgram } from './load-program.js';
import type { Write } from './standard-streams.js';

/** Functions of the process, passed in because importing them would split the code that every server loads. */
interface Process {
  /** Writes to stdout. */
  readonly write: Write;
  /** Writes a line to stderr. */
  readonly writeReport: (line: string) => void;
  /** Serves until shutdown; returns the exit code. */
  readonly serve: (given: ServeArguments) => Promise<number>;
}

/** Acts on the arguments of a server, and ends the process. */
export async function obeyArguments(
  program: FillableProgram & Pick<Program, 'definition' | 'options'>,
  argv: readonly string[],
  { write, writeReport, serve }: Process,
): Promise<void> {
  const parsed = parseArguments(argv, process.env);
  if (parsed.mode === 'serve') process.exit(await serve(parsed));
  if (parsed.mode === 'wrong') {
    writeReport(`${parsed.message}. Try --help.`);
    process.exit(2);
  }
  write(await describeProgram(program, parsed.mode), undefined, () => process.exit(0));
}
