import type { Readable, Writable } from 'node:stream';

/** The process, for commands that go on until they are stopped. */
export interface CliProcess {
  readonly input: Readable;
  readonly output: Writable;
  readonly environment: { readonly [name: string]: string | undefined };
  /** Resolves when somebody wants the command to end (Ctrl+C, a signal); who wants it again ends it at once. */
  readonly stopped: Promise<void>;
}

/** Something to ask somebody at the terminal. */
export type Question = TextQuestion | ChoiceQuestion;

/** A question that any text may answer. */
export interface TextQuestion {
  readonly kind: 'text';
  readonly message: string;
  /** What an empty answer means. */
  readonly byDefault?: string;
  /** Says why an answer will not do; it is asked for again then. */
  readonly explain?: (answer: string) => string | undefined;
}

/** A question with given answers, the first of which is the default. */
export interface ChoiceQuestion {
  readonly kind: 'choice';
  readonly message: string;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly hint?: string }[];
}

/** The world as a command sees it. */
export interface CliIo {
  /** Absolute path that relative arguments start from. */
  readonly cwd: string;
  /** Width of the terminal in characters. */
  readonly columns: number;
  /** Somebody can be asked: input and output are terminals. */
  readonly isInteractive: boolean;
  /** Errors may have ANSI colours. */
  readonly color: boolean;
  /** Results may have ANSI colours. */
  readonly colorOut?: boolean;
  /** Results, to standard output. */
  readonly writeOut: (text: string) => void;
  /** Diagnostics, to standard error. */
  readonly writeError: (text: string) => void;
  /** Shows one line on the terminal in place of the one before; none for an empty text. Absent when nobody looks. */
  readonly writeProgress?: (line: string) => void;
  /** Asks on the terminal; the answer has no white space around it. `undefined` when the user leaves (Ctrl+C). */
  readonly ask: (question: Question) => Promise<string | undefined>;
  /** A signal that is aborted by Ctrl+C from now on, once; without this call Ctrl+C ends the process at once. */
  readonly catchInterrupt: () => AbortSignal;
  /** Takes over the process: from now on the command has to watch for its end. */
  readonly openProcess: () => CliProcess;
}
