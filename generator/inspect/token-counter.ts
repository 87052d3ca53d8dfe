/** Something that says how many tokens a text has. */
export interface TokenCounter {
  /** What it is, for the report. */
  readonly name: string;
  /** It guesses. */
  readonly isEstimate: boolean;
  readonly count: (text: string) => number;
}
