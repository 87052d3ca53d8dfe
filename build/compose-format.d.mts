/** Keys and definitions that a feature adds to the definition format. */
export interface FormatFragment {
  /** Keys by the object that they are added to: `root`, or the name of a definition. */
  readonly keys?: { readonly [owner: string]: Members };
  readonly $defs?: Members;
}

interface Members {
  readonly [name: string]: {
    /** Position among its siblings. Default: the last. */
    readonly at?: number;
    readonly schema: object;
  };
}

export function composeFormat<Format extends object>(core: Format, fragments: readonly FormatFragment[]): Format;
