/**
 * An error that reaches the client as a JSON-RPC error response instead of a tool result. A handler throws it when the
 * request itself is at fault; everything else that a tool throws becomes a result with `isError`. The message should be one
 * sentence: only its first line is sent.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  /** The JSON-RPC error code, an integer: above -32000 for purposes of one's own. What a revision does not allow becomes -32603. */
  readonly code: number;
  /** Details of the error, any JSON value. Not sent when `undefined`. */
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Error of the runtime whose message is for the client: the option `maskErrors` does not hide it. It contains no secrets. */
export class VisibleError extends Error {
  /** The error as a script gets it. Absent: its message alone. */
  forCode?: { readonly message: string; readonly facts: FailureFacts };
}

/** Facts about a failed call of an API, without secrets: members of the error that a script catches. */
export interface FailureFacts {
  /** Path of the request, with the values of its parameters. */
  readonly path: string;
  /** HTTP status of the response. Absent: there was none. */
  readonly status?: number;
  /** Headers that say when to try again; names in lower case. */
  readonly headers: { readonly [name: string]: string };
}

/** No credentials could be found for a call of an API. The message may contain secrets; where errors are masked, clients get `summary`. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError';
  readonly summary: string;

  /**
   * @param reason Message of the error of `credentials`.
   * @param cause That error, for the operator.
   */
  constructor(summary: string, reason: string, cause?: unknown) {
    super(`${summary}: ${reason}`, { cause });
    this.summary = summary;
  }
}

/** Thrown by a resource handler for a resource that does not exist; answered with the code that the revision demands. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';
}

/** The error -32602 for invalid parameters. */
export function invalidParams(message: string, data?: unknown): ProtocolError {
  return new ProtocolError(-32602, message, data);
}

/**
 * The error for an unknown name, which is cut to 128 characters.
 *
 * @param nearest Name that may be meant.
 */
export function unknownName(kind: 'tool' | 'prompt', name: string, nearest?: string): ProtocolError {
  const advice = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  return invalidParams(`Unknown ${kind}: ${name.slice(0, 128)}${advice}`);
}

/** The message of a thrown value, without its stack; the text of a value that is no `Error`. Never throws. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'Unknown error';
  }
}

/**
 * Thrown by `authenticate` to refuse a request with a status and message. (Returning nothing refuses it with 401.)
 * Thrown by `credentials`, its message becomes a tool error.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export class AccessError extends Error {
  override readonly name = 'AccessError';
  /** 401: the caller is unknown. 403: the caller lacks permission. */
  readonly status: 401 | 403;
  /** The `WWW-Authenticate` header, such as `Bearer resource_metadata="https://…"`. */
  readonly challenge: string | undefined;

  constructor(status: 401 | 403, message: string, challenge?: string) {
    super(message);
    this.status = status;
    this.challenge = challenge;
  }
}
