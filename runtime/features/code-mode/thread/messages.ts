/** Limits of one run of a script. Characters are those of JavaScript strings. */
export interface ScriptLimits {
  /** Milliseconds of computing, without the time that the script waits for calls. */
  readonly computeMs: number;
  /** Milliseconds of a run in all, without the time of elicitations. */
  readonly wallMs: number;
  readonly memoryBytes: number;
  /** Bytes that all running scripts may take beyond the 16 MiB that each begins with. */
  readonly sharedBytes: number;
  readonly stackBytes: number;
  /** Calls of functions in one run. */
  readonly calls: number;
  /** Calls that run at the same time. Others wait. */
  readonly parallelCalls: number;
  /** Characters of the arguments of one call. */
  readonly argumentCharacters: number;
  /** Characters of the value that one call returns. */
  readonly valueCharacters: number;
  /** Characters of the script's own value. */
  readonly resultCharacters: number;
  /** Characters of everything that the script prints. */
  readonly printedCharacters: number;
}

/** A script and what it may use: the data that its thread starts with. */
export interface ScriptJob {
  readonly code: string;
  /** Names of the functions, such as `github.issues.create`. */
  readonly functions: readonly string[];
  readonly limits: ScriptLimits;
  /** Prefix of the strings that represent integers beyond the range of a number in JSON. Unknown to the script. */
  readonly mark: string;
  /** Milliseconds since 1970 that the script's clock always shows; also the seed of its random numbers. */
  readonly startedAt: number;
}

/** Message of a thread. */
export type ThreadMessage =
  /** `call` numbers the calls of a run; `index` is the position in `functions`; `json` has the arguments. */
  | { readonly kind: 'call'; readonly call: number; readonly index: number; readonly json: string }
  /**
   * The script is idle until a call ends. `queued` is the JSON text of the calls that have not been sent yet, up to a
   * limit.
   */
  | { readonly kind: 'waiting'; readonly queued: string }
  | { readonly kind: 'print'; readonly text: string }
  /** Lines were dropped because there were too many. */
  | { readonly kind: 'dropped' }
  /** Response to `ping`: the thread is idle. */
  | { readonly kind: 'pong' }
  /**
   * `json` is absent for a script without value. `open` names the functions whose calls have not ended, `lost` has the
   * messages of unhandled errors.
   */
  | {
      readonly kind: 'value';
      readonly json?: string | undefined;
      readonly isText: boolean;
      readonly open: string;
      readonly lost: string;
    }
  /**
   * `line` and `column` are those of the script; they count from 1, columns in code points. `open` names the functions whose calls
   * the script did not wait for.
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
