import type { IncomingMessage } from 'node:http';
import { idKey, isRecord, paramsOf, parseMessages, type JsonMessage } from '../../dev/json-message.js';
import { EventReader } from '../../scaffold/server/event-reader.js';
import { describeFailure, sendRequest } from '../../scaffold/send-request.js';
import { maximalMessage, type Link, type LinkEvents } from './link.js';

/** Address of a server, and headers of each request, such as `Authorization`. */
export interface HttpTarget {
  readonly url: URL;
  readonly headers: { readonly [name: string]: string };
}

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
  /** Open modern requests: to close the response of one cancels it. */
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
    if (message.method === 'notifications/cancelled' && this.#revision === undefined) {
      this.#open.get(idKey(paramsOf(message)['requestId']))?.abort();
      return 'Over HTTP the response to the request is closed in place of this message.';
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

  #fail(message: JsonMessage, reason: string): void {
    if (!this.#closing.signal.aborted) this.#events.failed(message.id, reason);
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
      const answered = await this.#read(response, (received) => {
        if (message.method === 'initialize' && idKey(received.id) === key) this.#begin(received);
        return isRequest && received.method === undefined;
      });
      if (isRequest && !answered && !own.signal.aborted) this.#fail(message, describeStatus(response));
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
    const version = isRecord(answer.result) ? answer.result['protocolVersion'] : undefined;
    if (typeof version === 'string') this.#revision = version;
  }

  /** Stream for messages of the server that belong to no request; a server without one answers 405. */
  async #listen(): Promise<void> {
    if (this.#session === undefined) return;
    try {
      const response = await this.#request('GET', this.#legacyHeaders(), undefined, this.#closing.signal);
      this.#noticeSession(response);
      if (response.statusCode !== 200) return void response.resume();
      await this.#read(response, () => false);
    } catch {
      // The next request tells whether the server is still there.
    }
    if (!this.#closing.signal.aborted) this.#end('The server has closed the event stream.');
  }

  /** Hands the messages of a response on; returns whether one of them is the answer. */
  async #read(response: IncomingMessage, isAnswer: (message: JsonMessage) => boolean): Promise<boolean> {
    const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
    const decoder = new TextDecoder();
    const reader = new EventReader();
    let text = '';
    let size = 0;
    let found = false;
    const take = (data: string): void => {
      const messages = parseMessages(data);
      if (messages.length === 0) return;
      this.#events.received(data.replaceAll(/[\r\n]/gu, ' '));
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

function modernVersion(message: JsonMessage): string | undefined {
  const meta = paramsOf(message)['_meta'];
  const version = isRecord(meta) ? meta['io.modelcontextprotocol/protocolVersion'] : undefined;
  return typeof version === 'string' && /^[\d-]+$/u.test(version) ? version : undefined;
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#request-metadata */
function modernHeaders(message: JsonMessage, version: string): { readonly [name: string]: string } {
  const method = String(message.method);
  const { name, uri, taskId } = paramsOf(message);
  const named = method === 'resources/read' ? uri : method.startsWith('tasks/') ? taskId : name;
  const isNamed = typeof named === 'string' && /^(?:tools\/call|resources\/read|prompts\/get|tasks\/)/u.test(method);
  return {
    'mcp-protocol-version': version,
    'mcp-method': encodeHeader(method),
    ...(isNamed && { 'mcp-name': encodeHeader(named) }),
  };
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding */
export function encodeHeader(value: string): string {
  const isPlain = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/u.test(value) && !/^=\?base64\?.*\?=$/u.test(value);
  return isPlain ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`;
}

function describeStatus({ statusCode = 0 }: IncomingMessage): string {
  if (statusCode === 401 || statusCode === 403) {
    return `The server answers ${statusCode}: give a token with --header "Authorization: Bearer …".`;
  }
  if (statusCode >= 300 && statusCode < 400) return `The server redirects (${statusCode}), which is not followed.`;
  return `The server answers ${statusCode} and no JSON-RPC message that belongs to the request.`;
}
