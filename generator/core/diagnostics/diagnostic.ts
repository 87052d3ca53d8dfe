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
  /** Change to the source that fixes the problem, if the fix is certain. */
  readonly fix?: Fix;
  /** Text that can replace the text at the location, if its author agrees. */
  readonly suggestion?: string;
  /** Other locations, such as the first definition of a duplicate name. */
  readonly related?: readonly RelatedLocation[];
  /** Whether this error is caused by an error in another file. */
  readonly isConsequence?: true;
}

export interface RelatedLocation {
  readonly message: string;
  readonly location: SourceLocation;
}

/** Change to the text at the location of a diagnostic. {@link suggestEdits} finds the text and adapts the quoting. */
export type Fix =
  /** Replaces a word, such as a misspelled key, that is the whole text at the location, with or without quotes. */
  | { readonly kind: 'word'; readonly word: string; readonly by: string }
  /** Replaces a part of the text at the location, such as a placeholder: its first occurrence. */
  | { readonly kind: 'part'; readonly part: string; readonly by: string }
  /** Puts quotes around a value. */
  | { readonly kind: 'quote' }
  /** Makes a value the only item of a list. */
  | { readonly kind: 'list' }
  /** Adds an entry to the mapping at the location; `value` is a plain word. */
  | { readonly kind: 'entry'; readonly key: string; readonly value: string }
  /** Replaces a part of one line. */
  | { readonly kind: 'range'; readonly location: SourceLocation; readonly length: number; readonly by: string }
  /** Makes several changes. Fixes without a location of their own apply to the location of the diagnostic. */
  | { readonly kind: 'all'; readonly fixes: readonly { readonly fix: Fix; readonly location?: SourceLocation }[] };

/** Help with the change that it describes, if the change is certain. */
export interface FixingHelp {
  readonly text: string;
  readonly fix?: Fix;
}

/** Help of a diagnostic. */
export type Help = string | FixingHelp;
