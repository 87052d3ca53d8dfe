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
}
