import { RawSocket } from './raw-socket.js';
import type { Wire } from './wire.js';

/** Headers that a test sends: `undefined` takes a header out. */
export type RawHeaders = { readonly [name: string]: string | undefined };

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: RawHeaders;
  readonly body?: string | Uint8Array;
}

/** A response up to its body; the names of headers are in lower case. */
export interface RawHead {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
}

/** A whole response. */
export interface RawResponse extends RawHead {
  readonly body: string;
  /** The JSON-RPC messages of the body, whether it is JSON or an event stream. */
  readonly messages: readonly Wire[];
}

/** A server-sent event. */
export interface RawEvent {
  readonly id?: string;
  readonly event?: string;
  readonly retry?: string;
  readonly data?: string;
  readonly comment?: string;
}

/** Bytes of a request; nothing is added but `Host`, `Content-Length` and what a client always sends. */
export function formatRequest({ method = 'POST', path = '/mcp', headers = {}, body }: RawRequest): Buffer {
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(body);
  const all: RawHeaders = {
    Host: 'localhost',
    Accept: 'application/json, text/event-stream',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) }),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\r\n`]));
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'), bytes]);
}

/** An HTTP/1.1 connection on which a test writes requests by hand. */
export class RawHttp {
  readonly socket: RawSocket;
  #isChunked = false;

  constructor(socket: RawSocket) {
    this.socket = socket;
  }

  static async open(port: number, host?: string): Promise<RawHttp> {
    return new RawHttp(await RawSocket.open(port, host));
  }

  send(request: RawRequest): void {
    this.socket.write(formatRequest(request));
  }

  async readHead(): Promise<RawHead> {
    const [first = '', ...lines] = (await this.socket.readUntil('\r\n\r\n')).split('\r\n');
    const [, status] = /^HTTP\/1\.1 (\d{3}) /u.exec(first) ?? [];
    if (status === undefined) throw new Error(`No status line: ${first}`);
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    ) as RawHead['headers'];
    this.#isChunked = headers['transfer-encoding'] === 'chunked';
    return { status: Number(status), headers };
  }

  /** The rest of a response whose head was read. */
  async readBody({ status, headers }: RawHead, method = 'POST'): Promise<string> {
    if (this.#isChunked) {
      let body = '';
      for (let chunk = await this.readChunk(); chunk !== undefined; chunk = await this.readChunk()) body += chunk;
      return body;
    }
    const length = method === 'HEAD' || status === 204 ? 0 : Number(headers['content-length']);
    return (await this.socket.readBytes(length)).toString();
  }

  async readResponse(method?: string): Promise<RawResponse> {
    const head = await this.readHead();
    const body = await this.readBody(head, method);
    return { ...head, body, messages: parseMessages(head, body) };
  }

  /** The next chunk of a chunked body; `undefined` behind the last one. */
  async readChunk(): Promise<string | undefined> {
    const size = parseInt(await this.socket.readUntil('\r\n'), 16);
    const chunk = (await this.socket.readBytes(size)).toString();
    await this.socket.readUntil('\r\n');
    return size === 0 ? undefined : chunk;
  }
}

/** An open event stream. */
export class RawStream {
  readonly head: RawHead;
  readonly connection: RawHttp;
  #text = '';

  constructor(connection: RawHttp, head: RawHead) {
    this.connection = connection;
    this.head = head;
  }

  /** The next event or comment; `undefined` when the stream has ended. */
  async next(): Promise<RawEvent | undefined> {
    while (!this.#text.includes('\n\n')) {
      const chunk = await this.connection.readChunk();
      if (chunk === undefined) {
        if (this.#text !== '') throw new Error(`The last event has no end: ${this.#text}`);
        return undefined;
      }
      this.#text += chunk;
    }
    const at = this.#text.indexOf('\n\n');
    const event = parseEvent(this.#text.slice(0, at));
    this.#text = this.#text.slice(at + 2);
    return event;
  }

  /** The next event that carries a message; `undefined` when the stream has ended. */
  async nextEvent(): Promise<RawEvent | undefined> {
    let event = await this.next();
    while (event !== undefined && (event.data ?? '') === '') event = await this.next();
    return event;
  }

  async nextMessage(): Promise<Wire | undefined> {
    const event = await this.nextEvent();
    return event?.data === undefined ? undefined : (JSON.parse(event.data) as Wire);
  }

  /** All messages until the stream ends. */
  async rest(): Promise<readonly Wire[]> {
    const messages: Wire[] = [];
    for (let message = await this.nextMessage(); message !== undefined; message = await this.nextMessage()) {
      messages.push(message);
    }
    return messages;
  }

  /** Goes away. */
  close(): void {
    this.connection.socket.destroy();
  }
}

function parseMessages({ headers }: RawHead, body: string): readonly Wire[] {
  if (body === '') return [];
  if (headers['content-type'] === 'application/json') return [JSON.parse(body) as Wire];
  if (headers['content-type'] !== 'text/event-stream') return [];
  const events = body.split('\n\n').slice(0, -1).map(parseEvent);
  return events.flatMap(({ data = '' }) => (data === '' ? [] : [JSON.parse(data) as Wire]));
}

function parseEvent(text: string): RawEvent {
  const fields = text.split('\n').map((line) => {
    const [, name, value = ''] = /^([a-z]*): ?(.*)$/su.exec(line) ?? [];
    if (name === undefined) throw new Error(`No line of an event: ${line}`);
    return [name === '' ? 'comment' : name, value] as const;
  });
  if (new Set(fields.map(([name]) => name)).size < fields.length) throw new Error(`A field comes twice: ${text}`);
  return Object.fromEntries(fields);
}
