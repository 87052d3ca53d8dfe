import { VisibleError } from '../protocol/protocol-error.js';

/** Error of an API call. The message is for the model and contains no credentials. */
export class ForwardError extends VisibleError {
  override readonly name = 'ForwardError';
  /** HTTP status of the answer; `undefined` without an answer. */
  readonly status: number | undefined;
  /** Body of the answer: a JSON value, else text, cut when it is long; `undefined` without a body. */
  readonly body: unknown;

  constructor(message: string, status?: number, body?: unknown) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

/** The user has to agree before the API can be called on his or her behalf. */
export class ConsentNeeded extends ForwardError {
  constructor(api: string) {
    super(`The user has not agreed that the ${api} API is called`);
  }
}
