import type { CliIo } from '../../generator/cli/cli-io.js';
import { runCli } from '../../generator/cli/run-cli.js';

/** Result of a run of the command line. */
export interface CliOutcome {
  readonly exitCode: number;
  readonly out: string;
  readonly error: string;
  /** Questions that were asked, in order. */
  readonly questions: readonly string[];
  /** Programs that were run, with their arguments. */
  readonly programs: readonly string[];
}

/** User at the terminal with an answer for each question; without answers there is none. */
export async function runInMemory(
  argv: readonly string[],
  world: { readonly cwd?: string; readonly answers?: readonly (string | undefined)[] } = {},
): Promise<CliOutcome> {
  const questions: string[] = [];
  const programs: string[] = [];
  let out = '';
  let error = '';
  const io: CliIo = {
    cwd: world.cwd ?? '/nowhere',
    columns: 100,
    isInteractive: world.answers !== undefined,
    color: false,
    writeOut: (text) => {
      out += text;
    },
    writeError: (text) => {
      error += text;
    },
    ask: async (question) => {
      const byDefault = question.kind === 'text' ? question.defaultValue : question.choices[0]?.value;
      for (;;) {
        questions.push(`${question.message} (${byDefault ?? ''})`);
        const given = world.answers?.[questions.length - 1];
        if (given === undefined) return undefined;
        const answer = given.trim() || (byDefault ?? '');
        const problem = question.kind === 'text' ? question.explain?.(answer) : undefined;
        if (problem === undefined) return answer;
        error += `${problem}\n`;
      }
    },
    runProgram: async (command, args) => {
      programs.push([command, ...args].join(' '));
      return true;
    },
    openProcess: () => {
      throw new Error('There is no process.');
    },
    catchInterrupt: () => new AbortController().signal,
  };
  const exitCode = await runCli(argv, io);
  return { exitCode, out, error, questions, programs };
}
