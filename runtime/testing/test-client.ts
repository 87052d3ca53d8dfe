import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { messageOf } from '../protocol/protocol-error.js';
import type { Link, LinkOptions } from './link.js';

/** An answer to a request: its result, or its error. */
export type Answer = { readonly result: JsonObject } | { readonly error: JsonObject };

/** A client of one server: sends requests, and has those of the server answered. */
export class TestClient {
  /** Rejects when the server or the script fails. */
  readonly failed: Promise<never>;
  readonly #link: Link;
  readonly #answer: (question: JsonObject) => Promise<JsonObject>;
  readonly #pending = new Map<unknown, (answer: Answer) => void>();
  #fail: (reason: string) => void = () => {};
  #requests = 0;

  /** @param answer Gives the result of a request of the server's. */
  constructor(
    open: (ends: Pick<LinkOptions, 'receive' | 'fail'>) => Link,
    answer: (question: JsonObject) => Promise<JsonObject>,
  ) {
    this.#answer = answer;
    this.failed = new Promise((_, reject) => {
      this.#fail = (reason) => reject(new Error(reason));
    });
    // It may fail while nobody waits.
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
      // What has no id is progress, a log message or the like, which no two transports owe alike.
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
