import type { AuthInfo, HttpRequestInfo } from '../api/request-context.js';
import type { MessageText, RequestId } from '../protocol/json-rpc.js';

/** The way back to a peer for what belongs to one message of its own. */
export interface Channel {
  /** Sends a message that comes before the answer, or instead of one. */
  send(message: MessageText): void;
  /**
   * Sends a request that the peer can answer. Absent where it has no way to.
   *
   * @returns Whether it was sent.
   */
  ask?(message: MessageText): boolean;
  /**
   * Takes the answer, once; `undefined` when there is none: the message was no request, or it was cancelled.
   *
   * @param errorCode Given when the answer is an error.
   */
  respond(answer: MessageText | undefined, errorCode?: number): void;
  /** Lets go of the connection that waits for the answer. Absent where the peer could not come back for it. */
  release?(): void;
  /** Tells peers apart that are not authenticated. */
  readonly peer?: string | undefined;
  /** The HTTP request that brought the message. */
  readonly http?: HttpRequestInfo | undefined;
  /** Who sent it, where senders are authenticated. */
  readonly auth?: AuthInfo | undefined;
}

/** Who has to know which requests are still open. */
export interface ExchangeOwner {
  /** The exchange was closed, and answered if it was to be. */
  forget(exchange: Exchange): void;
}

/** One request while it is being answered: how to tell its peer something, and whether anybody still listens. */
export class Exchange {
  readonly id: RequestId;
  readonly channel: Channel;
  /** Sent after the answer, if there is an answer. */
  closingNotification: MessageText | undefined;
  #controller: AbortController | undefined;
  #isClosed = false;
  readonly #owner: ExchangeOwner | undefined;
  #onClose: (() => void)[] | undefined;

  constructor(id: RequestId, channel: Channel, owner?: ExchangeOwner) {
    this.id = id;
    this.channel = channel;
    this.#owner = owner;
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
    if (!this.#isClosed) this.channel.send(message);
  }

  /** @param listener Called before it is closed; at once if it already is. */
  beforeClose(listener: () => void): void {
    if (this.#isClosed) listener();
    else (this.#onClose ??= []).push(listener);
  }

  /** Answers and closes; `undefined` closes without an answer. */
  close(message: MessageText | undefined, errorCode?: number): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#onClose !== undefined) for (const listener of this.#onClose) listener();
    try {
      this.channel.respond(message, errorCode);
      if (message !== undefined && this.closingNotification !== undefined) this.channel.send(this.closingNotification);
    } finally {
      this.#owner?.forget(this);
    }
  }
}
