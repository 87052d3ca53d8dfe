/** Result of one document. */
export interface CorpusRow {
  /** Path below the folder. */
  readonly document: string;
  /** Empty when everything is right. */
  readonly problems: readonly string[];
  /** The last stage that the check entered. */
  readonly stage: string;
  /** Counted without the generator. */
  readonly operations?: number;
  readonly tools?: number;
  /** Operations without a tool: place and reason. */
  readonly skipped?: readonly string[];
  /** All warnings, with those about skipped operations. */
  readonly warnings?: readonly string[];
  readonly generated?: boolean;
  readonly typeChecks?: boolean;
  readonly starts?: boolean;
  readonly schemasValid?: boolean;
  readonly clientsAccept?: boolean;
  /** Characters. */
  readonly longestName?: number;
  /** Bytes of the answer to `tools/list`. */
  readonly listBytes?: number;
  readonly generateSeconds?: number;
  /** Seconds of the whole check. */
  readonly seconds?: number;
  /** Peak memory of the generator. */
  readonly peakBytes?: number;
}

/** Time and memory for each document. */
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
