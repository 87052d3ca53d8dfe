import type { Readable, Writable } from 'node:stream';

/** Lifetime of the process, for commands that run until they are stopped. */
interface CliProcess {
  readonly input: Readable;
  readonly output: Writable;
  readonly environment: { readonly [name: string]: string | undefined };
  /** Resolves on Ctrl+C or a signal. A second one exits at once. */
  readonly stopped: Promise<void>;
}

/** Question to the user at the terminal. */
export type Question = TextQuestion | ChoiceQuestion;

/** Question with free text input. */
interface TextQuestion {
  readonly kind: 'text';
  readonly message: string;
  /** Value used for empty input. */
  readonly defaultValue?: string;
  /** Returns why an input is invalid, after which the question is repeated. */
  readonly explain?: (input: string) => string | undefined;
}

/** Multiple-choice question. The first choice is the default. */
interface ChoiceQuestion {
  readonly kind: 'choice';
  readonly message: string;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly hint?: string }[];
}

/** Input and output of a command; only `main.ts` connects them to the process. */
export interface CliIo {
  /** Absolute path of the working directory. */
  readonly cwd: string;
  /** Width of the terminal in characters. */
  readonly columns: number;
  /** Whether the user can be asked, because input and output are terminals. */
  readonly isInteractive: boolean;
  /** Errors may have ANSI colors. */
  readonly color: boolean;
  /** Results may have ANSI colors. */
  readonly colorOut?: boolean;
  /** Results, to stdout. */
  readonly writeOut: (text: string) => void;
  /** Diagnostics, to stderr. */
  readonly writeError: (text: string) => void;
  /** Replaces the progress line on the terminal; an empty text removes it. Absent without a terminal. */
  readonly writeProgress?: (line: string) => void;
  /** Asks on the terminal and resolves with the trimmed input, or `undefined` if the user quits (Ctrl+C). */
  readonly ask: (question: Question) => Promise<string | undefined>;
  /** Runs a program in a folder with inherited stdio. Resolves with whether it succeeded. */
  readonly runProgram: (command: string, args: readonly string[], cwd: string) => Promise<boolean>;
  /** Returns a signal that the next Ctrl+C aborts. Without this call Ctrl+C exits at once. */
  readonly catchInterrupt: () => AbortSignal;
  /** Takes over signal handling. The command then must wait for `stopped`. */
  readonly openProcess: () => CliProcess;
}

/**
 * Whether to use ANSI colors. As in Node, `FORCE_COLOR` decides if it is set (`0` and `false` switch colors off), then
 * `NO_COLOR` (any text switches them off), then whether the stream is a terminal.
 */
export function choosesColor(
  stream: { readonly isTTY?: boolean },
  environment: { readonly [name: string]: string | undefined },
): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused } = environment;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return Boolean(stream.isTTY) && !refused;
}
