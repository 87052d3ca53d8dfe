/** What came of one document; see check-corpus.mjs. */
export interface CorpusRow {
  readonly document: string;
  readonly problems: readonly string[];
  readonly stage: string;
  readonly operations?: number;
  readonly tools?: number;
  readonly skipped?: readonly string[];
  readonly generated?: boolean;
  readonly typeChecks?: boolean;
  readonly starts?: boolean;
  readonly schemasValid?: boolean;
  readonly clientsAccept?: boolean;
  readonly longestName?: number;
}

export interface CorpusLimits {
  readonly seconds: number;
  readonly megabytes: number;
  readonly parallel: number;
}

export function checkCorpus(
  folder: string,
  documents: readonly string[],
  limits: CorpusLimits,
  report: (row: CorpusRow) => void,
): Promise<readonly CorpusRow[]>;
