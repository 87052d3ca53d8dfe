import { isJsonObject } from '../json.js';
import { pause } from '../pause.js';
import { EventReader } from './event-reader.js';
import { modernHeaders, modernVersion } from './http-headers.js';
import { idKey, paramsOf, parseMessages, toLine, type JsonMessage } from './json-message.js';
import type { Link, LinkEvents, LinkHeaders } from './link.js';

/** An HTTP request; without a body for GET and DELETE. */
export interface LinkRequest {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly headers: LinkHeaders;
  readonly body?: string;
}

/** Response to a {@link LinkRequest}. */
export interface LinkResponse {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
  /** Discards the body. */
  readonly discard: () => void;
}

/** Reason why a request got no JSON-RPC response: an HTTP status, or an error. */
export type LinkFailure = { readonly status: number } | { readonly error: unknown };

/** HTTP server, and how to access it. */
export interface HttpTarget {
  /**
   * Sends a request; redirects are not followed.
   *
   * @param signal Signal that closes the connection, even after the response has begun.
   */
  readonly request: (request: LinkRequest, signal: AbortSignal) => Promise<LinkResponse>;
  /** Headers of each request, such as `Authorization`. */
  readonly headers: LinkHeaders;
  /** Maximum size of a message from the server, in bytes. */
  readonly maxMessageBytes: number;
  /** Whether a session opens a stream for server messages that belong to no request, and ends with that stream. */
  readonly isListening: boolean;
  /** Delay in milliseconds before an interrupted stream is resumed: the default, and limits for the server's value. */
  readonly retryMs?: RetryLimits;
  /** Describes a failure. */
  readonly explain: (failure: LinkFailure, message: JsonMessage) => string;
}

interface RetryLimits {
  readonly defaultValue: number;
  readonly min: number;
  readonly max: number;
}

const defaultRetryMs: RetryLimits = { defaultValue: 100, min: 50, max: 30_000 };

/** Maximum number of times in a row that a stream is resumed without an event. */
const maxEmptyStreams = 5;

/** Maximum time to end a session, in milliseconds. */
const closingMs = 5000;

/**
 * Connection over Streamable HTTP, in either era: a message with a protocol version in its `_meta` is modern.
 * Interrupted streams of a session are resumed.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export class HttpLink implements Link {
  readonly #target: HttpTarget;
  readonly #events: LinkEvents;
  readonly #closing = new AbortController();
  /** Open requests that were not cancelled. Closing the response cancels a modern request. */
  readonly #open = new Map<string, AbortController>();
  /** Resolves when the server has received the last notification: later messages may depend on it. */
  #notified: Promise<unknown> = Promise.resolve();
  /** Id and protocol version of a legacy session. */
  #session: string | undefined;
  #protocolVersion: string | undefined;

  constructor(target: HttpTarget, events: LinkEvents) {
    this.#target = target;
    this.#events = events;
  }

  send(text: string, own: LinkHeaders): string | undefined {
    const [message = {}] = parseMessages(text);
    const version = modernVersion(message);
    if (message.method === 'notifications/cancelled') {
      const key = idKey(paramsOf(message)['requestId']);
      const open = this.#open.get(key);
      this.#open.delete(key);
      if (this.#protocolVersion === undefined) {
        open?.abort();
        return 'Over HTTP, this message is not sent; the response to the request is closed instead.';
      }
    }
    const headers = version === undefined ? this.#legacyHeaders() : { ...modernHeaders(message, version), ...own };
    void this.#post(text, message, headers).catch((error: unknown) => this.#fail(message, { error }));
    return undefined;
  }

  async close(): Promise<void> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), closingMs);
    await Promise.race([this.#notified, new Promise((resolve) => limit.signal.addEventListener('abort', resolve))]);
    this.#closing.abort();
    if (this.#session !== undefined) {
      const ended = this.#request({ method: 'DELETE', headers: this.#legacyHeaders() }, limit.signal);
      await ended.then((response) => response.discard()).catch(() => {});
    }
    clearTimeout(timer);
  }

  #fail(message: JsonMessage, failure: LinkFailure): void {
    // A response has the id of a client request, so it must not fail a pending request.
    if (this.#closing.signal.aborted || message.method === undefined) return;
    const status = 'status' in failure ? [failure.status] : [];
    this.#events.failed(message.id, this.#target.explain(failure, message), ...status);
  }

  /** @see https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#protocol-version-header */
  #legacyHeaders(): LinkHeaders {
    const protocolVersion = this.#protocolVersion ?? '';
    return {
      ...(this.#session !== undefined && { 'mcp-session-id': this.#session }),
      ...(protocolVersion >= '2025-06-18' && { 'mcp-protocol-version': protocolVersion }),
    };
  }

  #request({ method, headers, body }: LinkRequest, signal: AbortSignal): Promise<LinkResponse> {
    const all = {
      ...this.#target.headers,
      accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    return this.#target.request({ method, headers: all, ...(body !== undefined && { body }) }, signal);
  }

  async #post(text: string, message: JsonMessage, headers: LinkHeaders): Promise<void> {
    const key = idKey(message.id);
    const isRequest = message.method !== undefined && message.id !== undefined;
    const own = new AbortController();
    const signal = this.#closing.signal;
    const stop = (): void => own.abort();
    signal.addEventListener('abort', stop, { once: true });
    if (isRequest) this.#open.set(key, own);
    try {
      const responding = this.#notified.then(() => this.#request({ method: 'POST', headers, body: text }, own.signal));
      if (message.id === undefined) this.#notified = responding.catch(() => {});
      const response = await responding;
      this.#noticeSession(response);
      const take = (received: JsonMessage): boolean => {
        if (message.method === 'initialize' && idKey(received.id) === key) this.#begin(received);
        // An error without an id is about the only request of the POST, which the server could not read.
        const isOwn = idKey(received.id) === key || ((received.id ?? null) === null && received.error !== undefined);
        return isRequest && received.method === undefined && isOwn;
      };
      const request = isRequest ? message.id : undefined;
      const hasResponse = await this.#follow(response, request, take, () => !isRequest || this.#open.has(key));
      if (isRequest && !hasResponse && !own.signal.aborted) this.#fail(message, { status: response.status });
      if (message.method === 'notifications/initialized' && this.#target.isListening) void this.#listen();
    } finally {
      signal.removeEventListener('abort', stop);
      this.#open.delete(key);
    }
  }

  /** Detects a lost session, for which servers respond with 404. */
  #noticeSession({ status, header }: LinkResponse): void {
    if (this.#session === undefined) this.#session = header('mcp-session-id');
    else if (status === 404) this.#end('The server has ended the session.');
  }

  #end(reason: string): void {
    if (this.#closing.signal.aborted) return;
    this.#session = undefined;
    this.#closing.abort();
    this.#events.ended(reason);
  }

  #begin(answer: JsonMessage): void {
    const version = isJsonObject(answer.result) ? answer.result['protocolVersion'] : undefined;
    if (typeof version === 'string') this.#protocolVersion = version;
  }

  /** Opens the stream for server messages that belong to no request; servers without it respond with 405. */
  async #listen(): Promise<void> {
    if (this.#session === undefined) return;
    try {
      const response = await this.#request({ method: 'GET', headers: this.#legacyHeaders() }, this.#closing.signal);
      this.#noticeSession(response);
      if (response.status !== 200) return response.discard();
      await this.#follow(
        response,
        undefined,
        () => false,
        () => true,
      );
    } catch {
      // The next request finds out whether the server is reachable.
    }
    if (!this.#closing.signal.aborted) this.#end('The server has closed the event stream.');
  }

  /**
   * Forwards the messages of a response. Resumes an event stream of a session that is interrupted before the response,
   * if its events have ids.
   *
   * @param request Id of the request; `undefined` for none.
   * @param isAwaited Whether the stream is still needed.
   * @returns Whether one of the messages was the response.
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
   */
  async #follow(
    first: LinkResponse,
    request: unknown,
    isResponse: (message: JsonMessage) => boolean,
    isAwaited: () => boolean,
  ): Promise<boolean> {
    const { signal } = this.#closing;
    let response = first;
    let lastId: string | undefined;
    const { defaultValue, min, max } = this.#target.retryMs ?? defaultRetryMs;
    let wished = defaultValue;
    for (let emptyStreams = 0; ; emptyStreams += 1) {
      const reader = new EventReader();
      const hasResponse = await this.#read(response, reader, request, isResponse).catch((error: unknown) => {
        if ((reader.lastId ?? lastId) === undefined || signal.aborted) throw error;
        return false;
      });
      if (reader.lastId !== undefined) emptyStreams = 0;
      lastId = reader.lastId ?? lastId;
      const canContinue = this.#session !== undefined && lastId !== undefined && !signal.aborted;
      if (hasResponse || !canContinue || !isAwaited() || emptyStreams >= maxEmptyStreams) return hasResponse;
      wished = reader.retryMs ?? wished;
      await pause(Math.min(Math.max(wished, min), max), signal);
      if (!isAwaited()) return false;
      const headers = { ...this.#legacyHeaders(), 'last-event-id': lastId ?? '' };
      response = await this.#request({ method: 'GET', headers }, signal);
      this.#noticeSession(response);
      if (response.status !== 200) {
        response.discard();
        return false;
      }
    }
  }

  /** Forwards the messages of one HTTP response; returns whether one of them is the JSON-RPC response. */
  async #read(
    response: LinkResponse,
    reader: EventReader,
    request: unknown,
    isResponse: (message: JsonMessage) => boolean,
  ): Promise<boolean> {
    const isStream = response.header('content-type')?.startsWith('text/event-stream') === true;
    const { maxMessageBytes } = this.#target;
    const decoder = new TextDecoder();
    let text = '';
    let size = 0;
    let found = false;
    const take = (data: string): void => {
      const messages = parseMessages(data);
      if (messages.length === 0) return;
      this.#events.received(toLine(data), request);
      found = messages.some(isResponse) || found;
      size = 0;
    };
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > maxMessageBytes) throw new Error(`a message from the server is longer than ${maxMessageBytes} bytes`);
      const decoded = decoder.decode(chunk, { stream: true });
      if (!isStream) text += decoded;
      for (const data of isStream ? reader.push(decoded) : []) take(data);
    }
    take(isStream ? reader.end() : text);
    return found;
  }
}
