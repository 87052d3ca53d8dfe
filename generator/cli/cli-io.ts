import type { Readable, Writable } from 'node:stream';

/** The process, for commands that run until they are stopped. */
interface CliProcess {
  readonly input: Readable;
  readonly output: Writable;
  readonly environment: { readonly [name: string]: string | undefined };
  /** Resolves on Ctrl+C or a signal; a second one ends the process at once. */
  readonly stopped: Promise<void>;
}

/** A question to the user at the terminal. */
export type Question = TextQuestion | ChoiceQuestion;

/** A question that any text may answer. */
interface TextQuestion {
  readonly kind: 'text';
  readonly message: string;
  /** Answer that an empty text stands for. */
  readonly defaultValue?: string;
  /** Explains why an answer is invalid; then the question is asked again. */
  readonly explain?: (input: string) => string | undefined;
}

/** A question with given answers, the first of which is the default. */
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
  /** Whether the user can be asked: input and output are terminals. */
  readonly isInteractive: boolean;
  /** Errors may have ANSI colours. */
  readonly color: boolean;
  /** Results may have ANSI colours. */
  readonly colorOut?: boolean;
  /** Results, to standard output. */
  readonly writeOut: (text: string) => void;
  /** Diagnostics, to standard error. */
  readonly writeError: (text: string) => void;
  /** Shows one line on the terminal instead of the one before; none for an empty text. Absent without a terminal. */
  readonly writeProgress?: (line: string) => void;
  /** Asks on the terminal; the answer has no white space around it. `undefined` when the user leaves (Ctrl+C). */
  readonly ask: (question: Question) => Promise<string | undefined>;
  /** Runs a program in a folder, with the terminal of the command. Returns whether it succeeded. */
  readonly runProgram: (command: string, args: readonly string[], cwd: string) => Promise<boolean>;
  /** A signal that is aborted by Ctrl+C from now on, once; without this call Ctrl+C ends the process at once. */
  readonly catchInterrupt: () => AbortSignal;
  /** Takes over the process: from now on the command must wait for `stopped`. */
  readonly openProcess: () => CliProcess;
}

/**
 * Whether to use ANSI colours. As in Node, `FORCE_COLOR` decides if it is set (`0` and `false` switch colours off), then
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
