/** Location in a source file. Lines and columns count from 1; columns count UTF-16 code units. */
export interface SourceLocation {
  /** Path as shown to the user: relative to the project root, forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Code units that the arrow underlines, at least 1; it never goes past the end of the line. */
  readonly length: number;
  /** File that references are relative to, if an overlay moved the value there. Default: `file`. */
  readonly document?: string;
}

/** An error or warning about a definition. Diagnostics are collected, not thrown. */
export interface Diagnostic {
  /** A code of the diagnostics table, or the name of a rule of client profiles. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** One sentence, without the location. */
  readonly message: string;
  readonly location?: SourceLocation;
  /** Advice, such as "did you mean `inputSchema`?". */
  readonly help?: string;
  /** Other locations, such as the first definition of a name that is defined twice. */
  readonly related?: readonly RelatedLocation[];
  /** Whether an error in another file causes this one. */
  readonly isConsequence?: true;
}

export interface RelatedLocation {
  readonly message: string;
  readonly location: SourceLocation;
}
