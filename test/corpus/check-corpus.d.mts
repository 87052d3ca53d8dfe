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
  /** Of the check `examples`. */
  readonly examples?: ExampleCounts;
}

/** Examples of request bodies, and how many of them arrived at the API when they were sent through the server. */
export interface ExampleCounts {
  readonly documented: number;
  /** Of a media type that the tool does not send. */
  readonly otherType: number;
  /** Fit the schema in their own document. */
  readonly valid: number;
  readonly arrived: number;
  /** Arrived without properties that are read-only. */
  readonly readOnly: number;
  /** Empty and optional: no body is sent. */
  readonly empty: number;
  /** Bodies that were made from the examples of properties. */
  readonly made: number;
  readonly madeArrived: number;
  /** Examples that did not arrive. `fault`: why the example does not fit its own document. */
  readonly faults: readonly {
    readonly tool: string;
    readonly name: string;
    readonly reason: string;
    readonly fault?: string;
  }[];
}

/** Time and memory for each document. */
export interface CorpusLimits {
  readonly seconds: number;
  readonly megabytes: number;
  readonly parallel: number;
  /** `validate` of the API, for examples. */
  readonly validate?: 'strict' | 'lenient';
}

export function checkCorpus(
  folder: string,
  documents: readonly string[],
  limits: CorpusLimits,
  report: (row: CorpusRow) => void,
  check?: 'chain' | 'examples',
): Promise<readonly CorpusRow[]>;
