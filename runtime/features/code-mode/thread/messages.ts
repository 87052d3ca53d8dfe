/** Limits of one script run. Characters are UTF-16 code units. */
export interface ScriptLimits {
  /** Maximum computing time in milliseconds, without the time in which the script waits for calls. */
  readonly computeMs: number;
  /** Maximum total time of a run in milliseconds, without the time of elicitations. */
  readonly wallMs: number;
  readonly memoryBytes: number;
  /** Maximum number of bytes for all running scripts, beyond the initial 16 MiB of each. */
  readonly sharedBytes: number;
  readonly stackBytes: number;
  /** Maximum number of function calls in one run. */
  readonly calls: number;
  /** Maximum number of concurrent calls. Other calls wait. */
  readonly parallelCalls: number;
  /** Maximum length of the arguments of one call. */
  readonly argumentCharacters: number;
  /** Maximum length of the value that one call returns. */
  readonly valueCharacters: number;
  /** Maximum length of the script's own value. */
  readonly resultCharacters: number;
  /** Maximum total length of everything that the script prints. */
  readonly printedCharacters: number;
}

/** A script, its functions and its limits: the data that its thread starts with. */
export interface ScriptJob {
  readonly code: string;
  /** Names of the functions, such as `github.issues.create`. */
  readonly functions: readonly string[];
  readonly limits: ScriptLimits;
  /** Prefix of the strings that represent integers beyond the range of a number in JSON. Unknown to the script. */
  readonly mark: string;
  /** Time that the script's clock always shows, in milliseconds since 1970; also the seed of its random numbers. */
  readonly startedAt: number;
}

/** Message from a thread. */
export type ThreadMessage =
  /** `call` numbers the calls of a run; `index` is the position in `functions`; `json` has the arguments. */
  | { readonly kind: 'call'; readonly call: number; readonly index: number; readonly json: string }
  /**
   * The script is idle until a call ends. `queued` is the JSON text of the calls that have not been sent yet, up to a
   * limit.
   */
  | { readonly kind: 'waiting'; readonly queued: string }
  | { readonly kind: 'print'; readonly text: string }
  /** Too many lines were printed, so some were dropped. */
  | { readonly kind: 'dropped' }
  /** Response to `ping`: the thread is idle. */
  | { readonly kind: 'pong' }
  /**
   * `json` is absent for a script without a value. `open` names the functions whose calls have not ended, and `lost`
   * contains the messages of unhandled errors.
   */
  | {
      readonly kind: 'value';
      readonly json?: string | undefined;
      readonly isText: boolean;
      readonly open: string;
      readonly lost: string;
    }
  /**
   * `line` and `column` are positions in the script, from 1; columns count code points. `open` names the functions
   * whose calls the script did not wait for.
   */
  | {
      readonly kind: 'error';
      readonly message: string;
      readonly line?: number;
      readonly column?: number;
      readonly open?: string;
    };

/** Message to a thread: the outcome of a call, or a liveness check. */
export type HostMessage =
  | { readonly kind: 'result'; readonly call: number; readonly json?: string | undefined; readonly about?: string }
  | { readonly kind: 'failure'; readonly call: number; readonly message: string; readonly about?: string }
  | { readonly kind: 'ping' };
