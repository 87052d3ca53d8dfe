import type { Readable, Writable } from 'node:stream';

/** The process, for commands that go on until they are stopped. */
export interface CliProcess {
  readonly input: Readable;
  readonly output: Writable;
  readonly environment: { readonly [name: string]: string | undefined };
  /** Resolves when somebody wants the command to end (Ctrl+C, a signal); who wants it again ends it at once. */
  readonly stopped: Promise<void>;
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
  /** Asks on the terminal; `undefined` when the user leaves (Ctrl+C, Ctrl+D). */
  readonly ask: (question: string) => Promise<string | undefined>;
  /** Takes over the process: from now on the command has to watch for its end. */
  readonly openProcess: () => CliProcess;
}
