/** A place in a source file. Lines and columns count from 1; columns count UTF-16 code units. */
export interface SourceLocation {
  /** Path as shown to the user: relative to the project root, forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Code units that the arrow underlines, at least 1; it never goes past the end of the line. */
  readonly length: number;
}

/** One thing that is wrong with a definition, or worth a word. Never thrown: collected, all of one run together. */
export interface Diagnostic {
  /** A code of the catalogue, or the name of a rule of client profiles. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** What is wrong and why, one sentence without the place. */
  readonly message: string;
  readonly location?: SourceLocation;
  /** What to do, when something sensible can be said ("did you mean `inputSchema`?"). */
  readonly help?: string;
  /** Other places that belong to it, such as the first definition of a name that is defined twice. */
  readonly related?: readonly RelatedLocation[];
}

export interface RelatedLocation {
  readonly message: string;
  readonly location: SourceLocation;
}
