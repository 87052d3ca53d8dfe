import type { AuthInfo } from '../../core/api/request-context.js';
import { isJsonObject, type JsonObject } from '../../wire/json-object.js';
import { messageOf } from '../../wire/protocol-error.js';
import type { Service } from '../../core/service/service.js';

/** Connection of a test client to a server in memory. */
export interface Link {
  send(message: JsonObject): void;
  close(): void;
}

/** Options of a link. */
export interface LinkOptions {
  readonly service: Service;
  readonly maxMessageBytes: number;
  readonly ordered: boolean;
  /** Identity of the client; `undefined` for a server without authentication. */
  readonly auth: AuthInfo | undefined;
  /** Called with each message of the server. */
  readonly receive: (message: JsonObject) => void;
  /** Called when the server sends something that is no message. */
  readonly fail: (reason: string) => void;
}

/** Answer to a request: its result or its error. */
export type Answer = { readonly result: JsonObject } | { readonly error: JsonObject };

/** Callbacks of a test client for the server's own requests, notifications and errors. */
export interface ClientEvents {
  /** Returns the result of a request that the server sends. */
  readonly answer: (question: JsonObject) => Promise<JsonObject>;
  /** Called with each request before it is sent. */
  readonly sent?: (id: string, params: JsonObject) => void;
  /** Called with each notification. */
  readonly notice?: (notification: JsonObject) => void;
  /** Called when the server breaks the protocol, and when a question has no answer. */
  readonly fail: (reason: string) => void;
}

/** Client of one server: sends requests and answers the server's questions. */
export class TestClient {
  readonly #link: Link;
  readonly #events: ClientEvents;
  readonly #pending = new Map<unknown, (answer: Answer) => void>();
  #requests = 0;

  constructor(open: (ends: Pick<LinkOptions, 'receive' | 'fail'>) => Link, events: ClientEvents) {
    this.#events = events;
    this.#link = open({ receive: (message) => this.#receive(message), fail: events.fail });
  }

  /** @throws The reason of the signal when it is aborted; the server is told. */
  request(method: string, params: JsonObject, signal?: AbortSignal): Promise<Answer> {
    this.#requests += 1;
    const id = `request-${this.#requests}`;
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return void reject(signal.reason as Error);
      const cancel = (): void => {
        reject(signal?.reason as Error);
        // An answer that is on its way is for nothing.
        this.#pending.set(id, () => {});
        this.notify('notifications/cancelled', { requestId: id, reason: messageOf(signal?.reason) });
      };
      this.#pending.set(id, (answer) => {
        signal?.removeEventListener('abort', cancel);
        resolve(answer);
      });
      signal?.addEventListener('abort', cancel, { once: true });
      this.#events.sent?.(id, params);
      this.#link.send({ jsonrpc: '2.0', id, method, params });
    });
  }

  notify(method: string, params?: JsonObject): void {
    this.#link.send({ jsonrpc: '2.0', method, ...(params && { params }) });
  }

  close(): void {
    this.#link.close();
  }

  #receive(message: JsonObject): void {
    const { id, method, result, error } = message;
    if (typeof method === 'string') {
      if (id === undefined) this.#events.notice?.(message);
      else void this.#reply(id, message);
      return;
    }
    const settle = this.#pending.get(id);
    this.#pending.delete(id);
    if (settle !== undefined && isJsonObject(result)) settle({ result });
    else if (settle !== undefined && isJsonObject(error)) settle({ error });
    else this.#events.fail(`The server sent an answer to nothing: ${JSON.stringify(message)}`);
  }

  async #reply(id: unknown, question: JsonObject): Promise<void> {
    try {
      const result = await this.#events.answer(question);
      this.#link.send({ jsonrpc: '2.0', id, result });
    } catch (error) {
      this.#events.fail(messageOf(error));
      // So that the handler does not wait for an answer that never comes.
      this.#link.send({ jsonrpc: '2.0', id, error: { code: -32603, message: messageOf(error) } });
    }
  }
}
