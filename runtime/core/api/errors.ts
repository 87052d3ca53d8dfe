import type { ErrorTraits } from './error-port.js';

/** Error of the runtime whose message is for the client: `maskErrors` does not hide it. Contains no secrets. */
export class VisibleError extends Error {
  /** Error for scripts in code mode. Absent: scripts get only the message. */
  forCode?: { readonly message: string; readonly facts: FailureFacts };
  /** Advice for the operator, which is reported after the message and never sent. */
  advice?: string | undefined;
  /** Properties by which a declared error of the tool recognizes this failure. */
  traits?: ErrorTraits;
}

/** Thrown by the stub of a handler. Its stack names the file to edit. */
export class NotImplementedError extends VisibleError {
  /** @param name Tool, prompt or resource, as the client calls it. */
  constructor(name: string) {
    super(`"${name}" is not implemented.`);
  }
}

/** Facts about a failed API call, without secrets: members of the error that a script catches. */
export interface FailureFacts {
  /** Path of the request, with the values of its parameters. */
  readonly path: string;
  /** HTTP status of the response. Absent: there was no response. */
  readonly status?: number;
  /** Headers that specify when to retry; names in lower case. */
  readonly headers: { readonly [name: string]: string };
}

/**
 * Thrown if no credentials could be found for an API call. The message may contain secrets; if errors are masked,
 * clients get `summary`.
 */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError';
  readonly summary: string;

  /**
   * @param reason Message of the error of `credentials`.
   * @param cause The error of `credentials`, for the operator.
   */
  constructor(summary: string, reason: string, cause?: unknown) {
    super(`${summary}: ${reason}`, { cause });
    this.summary = summary;
  }
}

/** Thrown by a resource handler for a resource that does not exist. The protocol version decides the error code. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';
}

/**
 * Thrown by `authenticate` to refuse a request with a status and message. (Returning nothing refuses the request with
 * 401.) If `credentials` throws it, its message becomes a tool error.
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
