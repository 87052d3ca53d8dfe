/** Location in a source file. Lines and columns count from 1; columns count UTF-16 code units. */
export interface SourceLocation {
  /** Path as shown to the user: relative to the project root, forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Number of code units to underline, at least 1. The underline never extends past the end of the line. */
  readonly length: number;
  /** File that references are resolved against, if an overlay moved the value there. Default: `file`. */
  readonly document?: string;
}

/** An error or warning about a definition. Diagnostics are collected instead of thrown. */
export interface Diagnostic {
  /** Code from the diagnostics table, or the name of a client profile rule. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** One sentence that does not mention the location. */
  readonly message: string;
  readonly location?: SourceLocation;
  /** Suggested fix, such as "did you mean `inputSchema`?". */
  readonly help?: string;
  /** Other locations, such as the first definition of a duplicate name. */
  readonly related?: readonly RelatedLocation[];
  /** Whether this error is caused by an error in another file. */
  readonly isConsequence?: true;
}

export interface RelatedLocation {
  readonly message: string;
  readonly location: SourceLocation;
}
