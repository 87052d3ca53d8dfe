import type { Readable, Writable } from 'node:stream';

/** Process lifetime, for commands that run until they are stopped. */
interface CliProcess {
  readonly input: Readable;
  readonly output: Writable;
  readonly environment: { readonly [name: string]: string | undefined };
  /** Resolves on Ctrl+C or a signal. A second Ctrl+C or signal ends the process immediately. */
  readonly stopped: Promise<void>;
}

/** Prompt to the user on the terminal. */
export type Question = TextQuestion | ChoiceQuestion;

/** Prompt with free text input. */
interface TextQuestion {
  readonly kind: 'text';
  readonly message: string;
  /** Value used for empty input. */
  readonly defaultValue?: string;
  /** Explains why an input is invalid, in which case the prompt is repeated; `undefined` if it is valid. */
  readonly explain?: (input: string) => string | undefined;
}

/** Multiple-choice prompt. The first choice is the default. */
interface ChoiceQuestion {
  readonly kind: 'choice';
  readonly message: string;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly hint?: string }[];
}

/** Input and output of a command; only `main.ts` connects them to the process. */
export interface CliIo {
  /** Absolute path of the working directory. */
  readonly cwd: string;
  /** Terminal width in characters. */
  readonly columns: number;
  /** Whether the user can be prompted, because input and output are terminals. */
  readonly isInteractive: boolean;
  /** Whether errors can have ANSI colors. */
  readonly color: boolean;
  /** Whether results can have ANSI colors. */
  readonly colorOut?: boolean;
  /** Writes results to stdout. */
  readonly writeOut: (text: string) => void;
  /** Writes diagnostics to stderr. */
  readonly writeError: (text: string) => void;
  /** Replaces the progress line on the terminal; `''` removes it. Absent if there is no terminal. */
  readonly writeProgress?: (line: string) => void;
  /** Prompts on the terminal. Resolves with the trimmed input, or with `undefined` if the user quits (Ctrl+C). */
  readonly ask: (question: Question) => Promise<string | undefined>;
  /** Runs a program in a folder with inherited stdio. Resolves with `true` if it succeeded. */
  readonly runProgram: (command: string, args: readonly string[], cwd: string) => Promise<boolean>;
  /** Returns a signal that the next Ctrl+C aborts. Before this call, Ctrl+C exits immediately. */
  readonly catchInterrupt: () => AbortSignal;
  /** Takes over signal handling. The command then must wait for `stopped`. */
  readonly openProcess: () => CliProcess;
}

/**
 * Whether to use ANSI colors. As in Node, `FORCE_COLOR` decides if it is set (`0` and `false` disable colors), then
 * `NO_COLOR` (any non-empty value disables colors), then whether the stream is a terminal.
 */
export function choosesColor(
  stream: { readonly isTTY?: boolean },
  environment: { readonly [name: string]: string | undefined },
): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused } = environment;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return Boolean(stream.isTTY) && !refused;
}
