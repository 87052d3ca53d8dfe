import { messageOf } from '../protocol-error.js';
import type { Link, LinkEvents, LinkHeaders } from './link.js';

/** Parts of a message from the server that a client needs. */
export interface Received<Value> {
  readonly id: unknown;
  readonly method: string | undefined;
  readonly params?: Value | undefined;
  /** Request that a notification belongs to: its id or its progress token. */
  readonly about?: unknown;
  /** Result or error of a response. */
  readonly outcome?: Value | PeerError | undefined;
}

/** Reads and writes messages. `Value` is the type of results and parameters. */
export interface Codec<Value> {
  /** Reads the messages in a string: none if it is not a message, several in a batch. */
  read(text: string): readonly Received<Value>[];
  write(message: object): string;
}

/** Error of a request: an error response of the server with its code, or, without a code, a connection error. */
export class PeerError extends Error {
  override readonly name = 'PeerError';
  readonly code: number | undefined;
  readonly data: unknown;
  /** HTTP status of a response without JSON-RPC. */
  readonly status: number | undefined;

  constructor(message: string, code?: number, data?: unknown, status?: number) {
    super(message);
    this.code = code;
    this.data = data;
    this.status = status;
  }

  /**
   * Whether it is an HTTP response without JSON-RPC that is independent of the protocol version: a redirect, or a
   * request for a token.
   */
  get isOfHttp(): boolean {
    const { status = 0 } = this;
    return (status >= 300 && status < 400) || status === 401 || status === 403;
  }
}

/** Options of a request. */
export interface PeerRequestOptions<Value> {
  /** Called with the id before the request is sent. */
  readonly onId?: (id: string | number) => void;
  /** Called with each progress notification and log message of the request. */
  readonly onNotification?: (method: string, params: Value | undefined) => void;
  /** Cancels the request, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  readonly headers?: LinkHeaders;
}

/** Request from the server. */
export interface ServerRequest<Value> {
  readonly method: string;
  readonly params: Value | undefined;
  readonly id: string | number;
  /** Id of the request that it belongs to; `undefined` if the transport does not provide it. */
  readonly request: unknown;
  /** Aborted when the server cancels the request, or the connection ends. */
  readonly signal: AbortSignal;
}

/** Connection, codec and callbacks of a {@link Peer}. */
export interface PeerOptions<Value> {
  readonly open: (events: LinkEvents) => Link;
  readonly codec: Codec<Value>;
  /**
   * Returns the result of a server request, or throws: a thrown {@link PeerError} provides the error code; for any
   * other error, the code is -32603. Absent: the client responds to `ping` only.
   */
  readonly asked?: (clientRequest: ServerRequest<Value>) => Promise<object>;
  /** Called with each notification that belongs to no request. */
  readonly notified?: (method: string, params: Value | undefined) => void;
  /** Called with the text of a response that belongs to no request. */
  readonly strayed?: (text: string) => void;
  /** Called when the connection is lost. */
  readonly ended?: (reason: string) => void;
  /** Returns the request id for a number; numbers start at 1. Default: the number. */
  readonly nameId?: (number: number) => string | number;
  /** Parameters of the notification that cancels a request. Default: its id. */
  readonly cancellation?: (requestId: string | number, reason: unknown) => object;
}

interface Pending<Value> extends PeerRequestOptions<Value> {
  readonly resolve: (result: Value) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Client of one server: matches responses with requests, cancels requests, and responds to requests from the server.
 *
 * @see docs/decisions/0025-the-halves-share-wire-only.md
 */
export class Peer<Value> {
  readonly #options: PeerOptions<Value>;
  readonly #link: Link;
  readonly #pending = new Map<string, Pending<Value>>();
  /** Ids of cancelled requests whose responses may still arrive. */
  readonly #cancelled = new Set<string>();
  readonly #clientRequests = new Map<string, AbortController>();
  #requests = 0;
  /** Reason why the connection has ended; `undefined` for an open one. */
  #ended: string | undefined;

  constructor(options: PeerOptions<Value>) {
    this.#options = options;
    this.#link = options.open({
      received: (text, request) => this.#receive(text, request),
      failed: (id, reason, status) =>
        this.#pending.get(String(id))?.reject(new PeerError(reason, undefined, undefined, status)),
      ended: (reason) => this.end(reason),
    });
  }

  /**
   * Sends a request and waits for its result.
   *
   * @param params Parameters, or a function that creates them for the id.
   * @throws {PeerError} for an error of the server, and without a response; the reason of the signal
   */
  request(
    method: string,
    params: object | ((id: string | number) => object),
    options: PeerRequestOptions<Value> = {},
  ): Promise<Value> {
    const { signal, onId, headers } = options;
    this.#requests += 1;
    const id = this.#options.nameId?.(this.#requests) ?? this.#requests;
    const key = String(id);
    return new Promise<Value>((resolve, reject) => {
      if (this.#ended !== undefined) return reject(new PeerError(this.#ended));
      if (signal?.aborted === true) return reject(signal.reason as Error);
      const settle = (): void => {
        this.#pending.delete(key);
        signal?.removeEventListener('abort', cancel);
      };
      const cancel = (): void => {
        settle();
        this.#cancelled.add(key);
        const cancellation = this.#options.cancellation?.(id, signal?.reason) ?? { requestId: id };
        this.notify('notifications/cancelled', cancellation);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      this.#pending.set(key, {
        ...options,
        resolve: (result) => (settle(), resolve(result)),
        reject: (error) => (settle(), reject(error)),
      });
      onId?.(id);
      this.#send({ id, method, params: typeof params === 'function' ? params(id) : params }, headers);
    });
  }

  notify(method: string, params?: object): void {
    this.#send({ method, ...(params && { params }) });
  }

  /** Ends the connection after it has been lost. */
  end(reason: string): void {
    if (this.#ended !== undefined) return;
    this.#settleAll(reason);
    this.#options.ended?.(reason);
  }

  /** Closes the connection. Resolves when the server has noticed. */
  async close(reason = 'The connection was closed.'): Promise<void> {
    this.#settleAll(this.#ended ?? reason);
    await this.#link.close();
  }

  #settleAll(reason: string): void {
    this.#ended = reason;
    for (const { reject } of this.#pending.values()) reject(new PeerError(reason));
    for (const clientRequest of this.#clientRequests.values()) clientRequest.abort();
  }

  #send(message: object, headers: LinkHeaders = {}): void {
    if (this.#ended === undefined) this.#link.send(this.#options.codec.write({ jsonrpc: '2.0', ...message }), headers);
  }

  #receive(text: string, request: unknown): void {
    for (const message of this.#options.codec.read(text)) {
      const { id, method } = message;
      if (method === undefined) this.#takeResponse(message, text, request);
      else if (typeof id === 'string' || typeof id === 'number')
        void this.#respond(id, method, message.params, request);
      else this.#takeNotification(method, message, request);
    }
  }

  #takeResponse({ id, outcome }: Received<Value>, text: string, request: unknown): void {
    const owner = outcome instanceof PeerError && (id ?? null) === null ? this.#unreadable(request) : String(id);
    const pending = this.#pending.get(owner);
    if (pending === undefined || outcome === undefined) {
      if (!this.#cancelled.delete(owner)) this.#options.strayed?.(text);
    } else if (outcome instanceof PeerError) pending.reject(outcome);
    else pending.resolve(outcome);
  }

  /** Finds the request that the server could not read: its error has no id. */
  #unreadable(request: unknown): string {
    const [only = '', ...others] = this.#pending.keys();
    if (request !== undefined) return String(request);
    return others.length === 0 ? only : '';
  }

  #takeNotification(method: string, { params, about }: Received<Value>, request: unknown): void {
    if (method === 'notifications/cancelled') this.#clientRequests.get(String(about))?.abort();
    const owner = this.#ownerOf(method, about, request);
    if (owner === undefined) this.#options.notified?.(method, params);
    else owner.onNotification?.(method, params);
  }

  /**
   * Finds the request that a notification belongs to. Log messages contain no request id: unless the transport provides
   * it, the newest listening request gets them.
   */
  #ownerOf(method: string, about: unknown, request: unknown): Pending<Value> | undefined {
    if (method === 'notifications/progress') return this.#pending.get(String(about));
    if (method !== 'notifications/message') return undefined;
    if (request !== undefined) return this.#pending.get(String(request));
    return [...this.#pending.values()].findLast(({ onNotification }) => onNotification !== undefined);
  }

  async #respond(id: string | number, method: string, params: Value | undefined, request: unknown): Promise<void> {
    if (method === 'ping') return this.#send({ id, result: {} });
    const withdrawing = new AbortController();
    const { signal } = withdrawing;
    this.#clientRequests.set(String(id), withdrawing);
    try {
      const { asked } = this.#options;
      if (asked === undefined) throw new PeerError('Method not found', -32_601);
      const result = await asked({ method, params, id, request, signal });
      if (!signal.aborted) this.#send({ id, result });
    } catch (error) {
      const code = (error instanceof PeerError ? error.code : undefined) ?? -32_603;
      if (!signal.aborted) this.#send({ id, error: { code, message: messageOf(error) } });
    } finally {
      this.#clientRequests.delete(String(id));
    }
  }
}
