/** A word, a text between double quotes, or one of the marks `[`, `]` and `,`. */
export interface ScriptToken {
  readonly kind: 'word' | 'text' | 'mark';
  /** As it is spelt; of a text what it says: without its quotes, and `""` as one of them. */
  readonly value: string;
  /** Code units from the beginning of the line to its first one. */
  readonly start: number;
  /** Code units from the beginning of the line to the one behind its last. */
  readonly end: number;
}

/** What a line holds up to a comment, or up to what cannot be read. */
export interface ScriptLine {
  readonly tokens: readonly ScriptToken[];
  readonly fault?: ScriptFault;
}

/** What is wrong with a line, and which code units of it. */
export interface ScriptFault {
  readonly message: string;
  readonly help?: string;
  readonly start: number;
  readonly end: number;
}
