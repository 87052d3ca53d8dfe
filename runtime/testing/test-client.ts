import type { AuthInfo } from '../api/request-context.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { messageOf } from '../protocol/protocol-error.js';
import type { Service } from '../service/service.js';

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

/** Client of one server: sends requests and answers the server's questions. */
export class TestClient {
  /** Rejects when the server breaks the protocol or a question has no answer. */
  readonly failed: Promise<never>;
  readonly #link: Link;
  readonly #answer: (question: JsonObject) => Promise<JsonObject>;
  readonly #pending = new Map<unknown, (answer: Answer) => void>();
  #fail: (reason: string) => void = () => {};
  #requests = 0;

  /** @param answer Returns the result of a request that the server sends. */
  constructor(
    open: (ends: Pick<LinkOptions, 'receive' | 'fail'>) => Link,
    answer: (question: JsonObject) => Promise<JsonObject>,
  ) {
    this.#answer = answer;
    this.failed = new Promise((_, reject) => {
      this.#fail = (reason) => reject(new Error(reason));
    });
    // Without a handler, a failure before anyone awaits `failed` would be an unhandled rejection.
    this.failed.catch(() => {});
    this.#link = open({ receive: (message) => this.#receive(message), fail: (reason) => this.#fail(reason) });
  }

  request(method: string, params: JsonObject): Promise<Answer> {
    this.#requests += 1;
    const id = `request-${this.#requests}`;
    return new Promise((resolve) => {
      this.#pending.set(id, resolve);
      this.#link.send({ jsonrpc: '2.0', id, method, params });
    });
  }

  notify(method: string): void {
    this.#link.send({ jsonrpc: '2.0', method });
  }

  close(): void {
    this.#link.close();
  }

  #receive(message: JsonObject): void {
    const { id, method, result, error } = message;
    if (typeof method === 'string') {
      // Notifications such as progress and log messages differ between transports and are not compared.
      if (id !== undefined) void this.#reply(id, message);
      return;
    }
    const settle = this.#pending.get(id);
    this.#pending.delete(id);
    if (settle !== undefined && isJsonObject(result)) settle({ result });
    else if (settle !== undefined && isJsonObject(error)) settle({ error });
    else this.#fail(`The server sent an answer to nothing: ${JSON.stringify(message)}`);
  }

  async #reply(id: unknown, question: JsonObject): Promise<void> {
    try {
      const result = await this.#answer(question);
      this.#link.send({ jsonrpc: '2.0', id, result });
    } catch (error) {
      this.#fail(messageOf(error));
    }
  }
}
