import { VisibleError } from '../api/errors.js';

/** Maximum length of a path, in characters. */
const maxPath = 500;

/** Error of an API call. The message is for the model and contains no credentials. */
export class ForwardError extends VisibleError {
  override readonly name = 'ForwardError';
  /** HTTP status of the response; `undefined` without a response. */
  readonly status: number | undefined;
  /** Body of the response: a JSON value, or else text, truncated if long; `undefined` without a body. */
  readonly body: unknown;
  /** Retry headers of the response, with names in lower case: `retry-after` and rate limit headers. */
  readonly headers: { readonly [name: string]: string };

  constructor(message: string, status?: number, body?: unknown, headers: { readonly [name: string]: string } = {}) {
    super(message);
    this.status = status;
    this.body = body;
    this.headers = headers;
    if (status !== undefined) this.traits = { status };
  }

  /**
   * Adds the location of the error.
   *
   * @param template Path with parameter names, as in the message.
   * @param path Path of the request, without credentials.
   */
  locate(template: string, path: string): this {
    const { status, headers } = this;
    const shown = path.length > maxPath ? `${path.slice(0, maxPath)}…` : path;
    const message = this.message.replace(template, () => shown);
    this.forCode ??= { message, facts: { path: shown, ...(status !== undefined && { status }), headers } };
    return this;
  }
}

/**
 * Thrown if the user must consent before the API can be called on the user's behalf.
 *
 * @see docs/decisions/0045-consent-is-outside-of-the-calls-time-limit.md
 */
export class ConsentNeeded extends ForwardError {
  constructor(api: string) {
    super(`The user has not consented to calls to the ${api} API`);
  }
}
