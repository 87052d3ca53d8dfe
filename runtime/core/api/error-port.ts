/** Errors that a tool declares, as its calls use them. */
export interface ErrorPort {
  /** Functions that throw the errors, by name. */
  readonly fail: object;
  /**
   * Describes an error that a call threw; `undefined` if the tool does not declare it.
   *
   * @param message Message of a failure that becomes a declared error. Default: that of the error.
   */
  describe(error: unknown, message?: string): DescribedError | undefined;
  /**
   * Calls the handler, and again after errors that allow it. Absent: no error does.
   *
   * @param call Calls the handler once, and awaits its result.
   */
  readonly repeat?: (call: () => Promise<unknown>, host: RepeatHost) => Promise<unknown>;
}

/** Declared error that a call threw. */
export interface DescribedError {
  readonly name: string;
  /** Text for the model. */
  readonly text: string;
  /** `_meta` of the result. */
  readonly meta: { readonly [key: string]: unknown };
  /** Whether the handler chose the error; otherwise, the operator gets the failure that it stands for. */
  readonly isChosen: boolean;
}

/** Call that may be repeated. */
export interface RepeatHost {
  readonly clock: {
    setTimeout(run: () => void, milliseconds: number): unknown;
    clearTimeout(timer: unknown): void;
  };
  /** Aborted when the call is canceled or times out. */
  readonly signal: AbortSignal;
  /** Whether the handler has sent a request to the client, or run a step: the call is then not repeated. */
  readonly hasConversed: () => boolean;
}

/** Properties by which a declared error recognizes a failure. */
export interface ErrorTraits {
  /** HTTP status. */
  readonly status?: number;
  /** `type` of a problem (`application/problem+json`). */
  readonly type?: string;
  /** Cause of a failure of a database. */
  readonly failure?: string;
  /** Violated constraint of a database, or its columns. */
  readonly constraint?: readonly string[];
  /** `extensions.code` of all GraphQL errors. */
  readonly codes?: readonly string[];
}
