import type { MessageText, RequestId } from './json-rpc.js';

/** One request while it is being answered: how to tell its peer something, and whether anybody still listens. */
export class Exchange {
  readonly id: RequestId;
  /** Sends a message that belongs to this request. */
  readonly #send: (message: MessageText) => void;
  /** Called once, with the answer, or without one when the request was cancelled. */
  readonly #respond: (message: MessageText | undefined) => void;
  #controller: AbortController | undefined;
  #isClosed = false;

  constructor(
    id: RequestId,
    send: (message: MessageText) => void,
    respond: (message: MessageText | undefined) => void,
  ) {
    this.id = id;
    this.#send = send;
    this.#respond = respond;
  }

  /** Answered or cancelled: nothing more is sent for it. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Made when it is first asked for: most handlers never do, and a controller is not cheap. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  /** Tells the handler to stop; an answer may still be given. */
  abort(reason: Error): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(reason);
  }

  /** Sends a notification on behalf of the request, unless it is closed. */
  notify(message: MessageText): void {
    if (!this.#isClosed) this.#send(message);
  }

  /** Answers and closes; `undefined` closes without an answer. */
  close(message: MessageText | undefined): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#respond(message);
  }
}
