import { printExactJson } from '../form/exact-json.js';
import type { HostClient } from './host-client.js';
import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json-object.js';
import { objectAt, parseJson, textAt } from './json-object.js';
import { clientInfo, capabilitiesOf, isModern, requestMeta, type Revision } from './revision.js';

/** Error of a request: an answer of the server with its code, or without a code a failure of the connection. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: number | undefined;
  readonly data: unknown;

  constructor(message: string, code?: number, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Options of a request. */
export interface RequestOptions {
  /** Called with the id before the request is sent. */
  readonly onId?: (id: number) => void;
  /** Called with each progress notification and log message of the request. */
  readonly onNotification?: (method: string, params: JsonObject) => void;
  /** Cancels the request. */
  readonly signal?: AbortSignal;
  /** HTTP headers `Mcp-Param-…`. */
  readonly headers?: { readonly [name: string]: string };
}

/** Request of the server. */
export interface ServerQuestion {
  readonly method: string;
  readonly params: JsonObject;
  readonly id: string | number;
  /** Id of the request that the server asks for; `undefined` when the transport does not tell. */
  readonly request: unknown;
  /** Aborted when the server withdraws the question, or the connection ends. */
  readonly signal: AbortSignal;
}

/** Callbacks of a connection. */
export interface ConnectionEvents {
  /** Called with each notification that belongs to no request. */
  readonly notified: (method: string, params: JsonObject) => void;
  /** Answers a question of the server: result, or throws {@link RequestError}. Only servers of legacy revisions send any. */
  readonly asked: (question: ServerQuestion) => Promise<JsonObject>;
  /** Called when the connection is lost. */
  readonly ended: (reason: string) => void;
}

interface Pending extends RequestOptions {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: RequestError) => void;
}

/** Connection of the page to the server in one revision, through the host. The first message opens it. */
export class Connection {
  readonly revision: Revision;
  /** Number of the connection for the host. */
  readonly number: number;
  readonly #host: HostClient;
  readonly #events: ConnectionEvents;
  readonly #pending = new Map<number, Pending>();
  /** Questions of the server that were cancelled or are open, by their ids. */
  readonly #questions = new Map<unknown, AbortController>();
  #lastId = 0;
  /** Requests to the host, which are sent one after the other: the browser may send others in any order. */
  #lastPost: Promise<void> = Promise.resolve();
  /** Messages that are sent together with the next request. */
  #outbox: JsonObject[] = [];
  /** Whether the server sends log messages. */
  #hasLogs = false;
  /** Whether the host has been told to open the connection. */
  #isOpened = false;
  /** Why nothing can be sent any more; `undefined` for an open connection. */
  #ended: string | undefined;

  /** @param number Number that no other connection of the page has. */
  constructor(host: HostClient, revision: Revision, number: number, events: ConnectionEvents) {
    this.#host = host;
    this.revision = revision;
    this.number = number;
    this.#events = events;
  }

  /**
   * Begins as the revision demands; returns the result of `initialize` or `server/discover`.
   *
   * @param probeMs Milliseconds to wait for the answer to `server/discover`. Default: no limit.
   * @throws {RequestError} when the server refuses, or speaks another revision
   */
  async greet(probeMs?: number): Promise<JsonObject> {
    const { revision } = this;
    if (isModern(revision)) {
      const result = await this.#discover(probeMs);
      if (!isJsonObject(result['capabilities'])) {
        throw new RequestError('The server answers server/discover without its capabilities.', undefined, {});
      }
      this.#hasLogs = isJsonObject(objectAt(result, 'capabilities')['logging']);
      return result;
    }
    const capabilities = capabilitiesOf(revision);
    const result = await this.request('initialize', { protocolVersion: revision, capabilities, clientInfo });
    const chosen = textAt(result, 'protocolVersion');
    if (chosen !== revision) {
      throw new RequestError(`The server does not speak ${revision}, but ${chosen}.`, undefined, {
        supported: [chosen],
      });
    }
    await this.#send({ method: 'notifications/initialized' });
    if (isJsonObject(objectAt(result, 'capabilities')['logging'])) {
      // A server that refuses the level sends what it likes.
      await this.request('logging/setLevel', { level: 'debug' }).catch(() => undefined);
    }
    return result;
  }

  /** Legacy servers may ignore requests before `initialize`. */
  async #discover(probeMs: number | undefined): Promise<JsonObject> {
    const limit = new AbortController();
    const timer = probeMs === undefined ? undefined : setTimeout(() => limit.abort(), probeMs);
    try {
      return await this.request('server/discover', {}, { signal: limit.signal });
    } catch (error) {
      if (!limit.signal.aborted) throw error;
      throw new RequestError(`The server does not answer server/discover within ${probeMs} ms.`, undefined, {});
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Sends a request and waits for its result.
   *
   * @throws {RequestError} for an error of the server, and when there will be no answer
   */
  request(method: string, params: JsonObject, options: RequestOptions = {}): Promise<JsonObject> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { signal, onId, onNotification, headers } = options;
    onId?.(id);
    const meta = {
      ...objectAt(params, '_meta'),
      ...(isModern(this.revision) && requestMeta(this.revision)),
      ...(onNotification !== undefined && { progressToken: id }),
      ...(onNotification !== undefined && isModern(this.revision) && this.#hasLogs && logLevel),
    };
    const all = Object.keys(meta).length === 0 ? params : { ...params, _meta: meta };
    return new Promise<JsonObject>((resolve, reject) => {
      const settle = (): void => {
        this.#pending.delete(id);
        signal?.removeEventListener('abort', cancel);
      };
      const cancel = (): void => {
        settle();
        this.#send({ method: 'notifications/cancelled', params: this.#cancellation(id) }).catch(() => {});
        reject(new RequestError('You have cancelled the request.'));
      };
      if (signal?.aborted === true) return reject(new RequestError('You have cancelled the request.'));
      signal?.addEventListener('abort', cancel, { once: true });
      this.#pending.set(id, {
        ...options,
        resolve: (result) => (settle(), resolve(result)),
        reject: (error) => (settle(), reject(error)),
      });
      this.#send({ id, method, params: all }, headers).catch((error: unknown) => {
        settle();
        reject(error instanceof RequestError ? error : new RequestError(String((error as Error).message)));
      });
    });
  }

  /**
   * Takes a message of the server.
   *
   * @param request Id of the request whose response brought it; `undefined` when the transport does not tell.
   */
  receive(text: string, request: unknown): void {
    const parsed = parseJson(text);
    for (const message of Array.isArray(parsed) ? parsed : [parsed])
      if (isJsonObject(message)) this.#take(message, request);
  }

  /**
   * Takes the news that a request gets no answer.
   *
   * @param status HTTP status of the response, if there was one; it becomes the data of the error.
   */
  fail(id: unknown, reason: string, status?: number): void {
    const data = status === undefined ? undefined : { status };
    this.#pending.get(Number(id))?.reject(new RequestError(reason, undefined, data));
  }

  /** Takes the news that the connection is lost. */
  end(reason: string): void {
    this.#settleAll(reason);
    this.#events.ended(reason);
  }

  /** Closes the connection. */
  close(): void {
    this.#settleAll('The connection was closed.');
    void this.#post('disconnections', () => ({})).catch(() => {});
  }

  #settleAll(reason: string): void {
    this.#ended = reason;
    for (const { reject } of this.#pending.values()) reject(new RequestError(reason));
    for (const question of this.#questions.values()) question.abort();
  }

  #cancellation(requestId: number): JsonObject {
    return { requestId, ...(isModern(this.revision) && { _meta: requestMeta(this.revision) }) };
  }

  async #send(message: JsonObject, headers: { readonly [name: string]: string } = {}): Promise<void> {
    if (this.#ended !== undefined) throw new RequestError(this.#ended);
    // Forms keep integers that a number cannot hold.
    const text = printExactJson({ jsonrpc: '2.0', ...message });
    this.#outbox.push({ text, headers });
    if (this.#outbox.length > 1) return this.#lastPost;
    return this.#post('messages', () => {
      const opens = !this.#isOpened;
      this.#isOpened = true;
      return { messages: this.#outbox.splice(0), ...(opens && { opens }) };
    });
  }

  async #post(path: string, bodyOf: () => JsonObject): Promise<void> {
    const post = async (): Promise<void> => {
      await this.#host.post(path, { connection: this.number, ...bodyOf() });
    };
    this.#lastPost = this.#lastPost.then(post, post);
    await this.#lastPost;
  }

  /** Id of the request that an answer belongs to. Servers that could not read a request answer with an error without an id. */
  #ownerOf(id: unknown, error: unknown, request: unknown): number {
    const isUnreadable = (id ?? null) === null && error !== undefined;
    const [only = Number.NaN, ...others] = isUnreadable ? this.#pending.keys() : [];
    return isUnreadable ? Number(request ?? (others.length === 0 ? only : Number.NaN)) : Number(id);
  }

  #take(message: JsonObject, request: unknown): void {
    const { id, method, error } = message;
    if (typeof method !== 'string') {
      const pending = this.#pending.get(this.#ownerOf(id, error, request));
      if (pending === undefined) return;
      if (error === undefined) return pending.resolve(objectAt(message, 'result'));
      const code = objectAt(message, 'error')['code'];
      const text = textAt(error, 'message') ?? 'The server answers with an error without a message.';
      return pending.reject(
        new RequestError(text, typeof code === 'number' ? code : undefined, objectAt(message, 'error')['data']),
      );
    }
    const params = objectAt(message, 'params');
    if (typeof id === 'string' || typeof id === 'number') {
      // A connection that has ended needs no answers.
      return void this.#answer(id, method, params, request).catch(() => {});
    }
    if (method === 'notifications/cancelled') this.#questions.get(params['requestId'])?.abort();
    const open = this.#requestOf(method, params, request);
    if (open !== undefined) open.onNotification?.(method, params);
    else this.#events.notified(method, params);
  }

  /** The request that a notification belongs to. A log message names none: unless the transport tells, the newest one that listens. */
  #requestOf(method: string, params: JsonObject, request: unknown): Pending | undefined {
    if (method === 'notifications/progress') return this.#pending.get(Number(params['progressToken']));
    if (method !== 'notifications/message') return undefined;
    if (request !== undefined) return this.#pending.get(Number(request));
    return [...this.#pending.values()].findLast(({ onNotification }) => onNotification !== undefined);
  }

  async #answer(id: string | number, method: string, params: JsonObject, request: unknown): Promise<void> {
    if (method === 'ping') return this.#send({ id, result: {} });
    const withdrawing = new AbortController();
    const { signal } = withdrawing;
    this.#questions.set(id, withdrawing);
    try {
      const result = await this.#events.asked({ method, params, id, request, signal });
      if (!signal.aborted) await this.#send({ id, result });
    } catch (error) {
      if (signal.aborted || !(error instanceof RequestError)) return;
      await this.#send({ id, error: { code: error.code ?? -32_603, message: error.message } });
    } finally {
      this.#questions.delete(id);
    }
  }
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#per-request-log-level */
const logLevel = { 'io.modelcontextprotocol/logLevel': 'debug' };
