import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { isJsonObject } from '../../../../runtime/wire/json-object.js';
import { idKey, paramsOf, parseMessages, type JsonMessage } from '../../../../runtime/wire/peer/json-message.js';
import { EventReader } from '../../scaffold/server/event-reader.js';
import { describeFailure, sendRequest } from '../../scaffold/send-request.js';
import { modernHeaders, modernVersion } from './http-headers.js';
import { maximalMessage, type Link, type LinkEvents } from './link.js';

/** Address of a server, and headers of each request, such as `Authorization`. */
export interface HttpTarget {
  readonly url: URL;
  readonly headers: { readonly [name: string]: string };
}

/** Milliseconds before a stream that was cut is continued: the default, and limits for what the server wishes. */
const retryMs = { byDefault: 100, least: 50, most: 30_000 };

/** A stream that was continued so many times in a row without an event is given up. */
const maximalEmptyStreams = 5;

/**
 * Connection over Streamable HTTP, in either era: a message with a protocol version in its `_meta` is modern. Redirects are
 * not followed.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export function openHttpLink(target: HttpTarget, events: LinkEvents): Link {
  const link = new HttpLink(target, events);
  return { send: (text, headers) => link.send(text, headers), close: () => link.close() };
}

class HttpLink {
  readonly #target: HttpTarget;
  readonly #events: LinkEvents;
  readonly #closing = new AbortController();
  /** Open requests that were not cancelled. To close the response of a modern one cancels it. */
  readonly #open = new Map<string, AbortController>();
  /** Id and revision of a legacy session. */
  #session: string | undefined;
  #revision: string | undefined;

  constructor(target: HttpTarget, events: LinkEvents) {
    this.#target = target;
    this.#events = events;
  }

  send(text: string, own: { readonly [name: string]: string }): string | undefined {
    const [message = {}] = parseMessages(text);
    const version = modernVersion(message);
    if (message.method === 'notifications/cancelled') {
      const key = idKey(paramsOf(message)['requestId']);
      const open = this.#open.get(key);
      this.#open.delete(key);
      if (this.#revision === undefined) {
        open?.abort();
        return 'Over HTTP the response to the request is closed instead of this message.';
      }
    }
    const headers = version === undefined ? this.#legacyHeaders() : { ...modernHeaders(message, version), ...own };
    void this.#post(text, message, headers).catch((error: unknown) => this.#fail(message, describeFailure(error)));
    return undefined;
  }

  close(): void {
    const session = this.#session;
    this.#closing.abort();
    if (session === undefined) return;
    const ended = this.#request('DELETE', this.#legacyHeaders(), undefined, AbortSignal.timeout(5000));
    ended.then((response) => response.resume()).catch(() => {});
  }

  #fail(message: JsonMessage, reason: string, status?: number): void {
    if (!this.#closing.signal.aborted) this.#events.failed(message.id, reason, status);
  }

  #legacyHeaders(): { readonly [name: string]: string } {
    return {
      ...(this.#session !== undefined && { 'mcp-session-id': this.#session }),
      ...(this.#revision !== undefined && { 'mcp-protocol-version': this.#revision }),
    };
  }

  #request(
    method: string,
    headers: { readonly [name: string]: string },
    body: string | undefined,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const accepted = method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream';
    const all = {
      ...this.#target.headers,
      accept: accepted,
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    return sendRequest(this.#target.url, { method, headers: all, ...(body !== undefined && { body }) }, signal);
  }

  async #post(text: string, message: JsonMessage, headers: { readonly [name: string]: string }): Promise<void> {
    const key = idKey(message.id);
    const isRequest = message.method !== undefined && message.id !== undefined;
    const own = new AbortController();
    const signal = this.#closing.signal;
    const stop = (): void => own.abort();
    signal.addEventListener('abort', stop, { once: true });
    if (isRequest) this.#open.set(key, own);
    try {
      const response = await this.#request('POST', headers, text, own.signal);
      this.#noticeSession(response);
      const take = (received: JsonMessage): boolean => {
        if (message.method === 'initialize' && idKey(received.id) === key) this.#begin(received);
        // An error without an id is about the only request of the POST, which the server could not read.
        const isOwn = idKey(received.id) === key || ((received.id ?? null) === null && received.error !== undefined);
        return isRequest && received.method === undefined && isOwn;
      };
      const request = isRequest ? message.id : undefined;
      const answered = await this.#follow(response, request, take, () => !isRequest || this.#open.has(key));
      if (isRequest && !answered && !own.signal.aborted) {
        this.#fail(message, describeStatus(response), response.statusCode);
      }
      if (message.method === 'notifications/initialized') void this.#listen();
    } finally {
      signal.removeEventListener('abort', stop);
      this.#open.delete(key);
    }
  }

  /** A server that has forgotten the session answers 404: the page then opens another one. */
  #noticeSession({ statusCode, headers }: IncomingMessage): void {
    const given = headers['mcp-session-id'];
    if (this.#session === undefined && typeof given === 'string') this.#session = given;
    else if (statusCode === 404 && this.#session !== undefined) this.#end('The server has ended the session.');
  }

  #end(reason: string): void {
    if (this.#closing.signal.aborted) return;
    this.#session = undefined;
    this.#closing.abort();
    this.#events.ended(reason);
  }

  #begin(answer: JsonMessage): void {
    const version = isJsonObject(answer.result) ? answer.result['protocolVersion'] : undefined;
    if (typeof version === 'string') this.#revision = version;
  }

  /** Stream for messages of the server that belong to no request; a server without one answers 405. */
  async #listen(): Promise<void> {
    if (this.#session === undefined) return;
    try {
      const response = await this.#request('GET', this.#legacyHeaders(), undefined, this.#closing.signal);
      this.#noticeSession(response);
      if (response.statusCode !== 200) return void response.resume();
      await this.#follow(
        response,
        undefined,
        () => false,
        () => true,
      );
    } catch {
      // The next request tells whether the server is still there.
    }
    if (!this.#closing.signal.aborted) this.#end('The server has closed the event stream.');
  }

  /**
   * Hands the messages of a response on. An event stream of a session that is cut before the answer is continued, if its events have
   * ids.
   *
   * @param request Id of the request that is answered; `undefined` for none.
   * @param isAwaited Whether the stream is still to be continued.
   * @returns Whether one of the messages is the answer.
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
   */
  async #follow(
    first: IncomingMessage,
    request: unknown,
    isAnswer: (message: JsonMessage) => boolean,
    isAwaited: () => boolean,
  ): Promise<boolean> {
    const { signal } = this.#closing;
    let response = first;
    let lastId: string | undefined;
    let wished = retryMs.byDefault;
    for (let emptyStreams = 0; ; emptyStreams += 1) {
      const reader = new EventReader();
      const isAnswered = await this.#read(response, reader, request, isAnswer).catch((error: unknown) => {
        if ((reader.lastId ?? lastId) === undefined || signal.aborted) throw error;
        return false;
      });
      if (reader.lastId !== undefined) emptyStreams = 0;
      lastId = reader.lastId ?? lastId;
      const canContinue = this.#session !== undefined && lastId !== undefined && !signal.aborted;
      if (isAnswered || !canContinue || !isAwaited() || emptyStreams >= maximalEmptyStreams) return isAnswered;
      wished = reader.retryMs ?? wished;
      await setTimeout(Math.min(Math.max(wished, retryMs.least), retryMs.most), undefined, { signal });
      if (!isAwaited()) return false;
      const headers = { ...this.#legacyHeaders(), 'last-event-id': lastId ?? '' };
      response = await this.#request('GET', headers, undefined, signal);
      this.#noticeSession(response);
      if (response.statusCode !== 200) {
        response.resume();
        return false;
      }
    }
  }

  /** Hands the messages of one response on; returns whether one of them is the answer. */
  async #read(
    response: IncomingMessage,
    reader: EventReader,
    request: unknown,
    isAnswer: (message: JsonMessage) => boolean,
  ): Promise<boolean> {
    const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
    const decoder = new TextDecoder();
    let text = '';
    let size = 0;
    let found = false;
    const take = (data: string): void => {
      const messages = parseMessages(data);
      if (messages.length === 0) return;
      this.#events.received(data.replaceAll(/[\r\n]/gu, ' '), request);
      found = messages.some(isAnswer) || found;
      size = 0;
    };
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maximalMessage) throw new Error(`a message of the server is longer than ${maximalMessage} bytes`);
      const decoded = decoder.decode(chunk, { stream: true });
      if (!isStream) text += decoded;
      for (const data of isStream ? reader.push(decoded) : []) take(data);
    }
    take(isStream ? reader.end() : text);
    return found;
  }
}

function describeStatus({ statusCode = 0 }: IncomingMessage): string {
  if (statusCode === 401 || statusCode === 403) {
    return `The server answers ${statusCode}: give a token with --header "Authorization: Bearer …".`;
  }
  if (statusCode >= 300 && statusCode < 400) return `The server redirects (${statusCode}), which is not followed.`;
  return `The server answers ${statusCode} and no JSON-RPC message that belongs to the request.`;
}
