import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Socket } from 'node:net';
import {
  DisconnectError,
  type ByteSink,
  type HttpHeaders,
  type HttpReply,
  type HttpRequest,
} from '../http/http-message.js';
import type { MessageText } from '../../wire/json-rpc.js';
import { acceptsGzip, gzipList } from './gzip-list.js';

/** Time limit for reading a response, in milliseconds. */
const readTimeoutMs = 30_000;

/** Request of `node:http` for the endpoint. */
export class NodeRequest implements HttpRequest {
  readonly #message: IncomingMessage;

  constructor(message: IncomingMessage) {
    this.#message = message;
  }

  get method(): string {
    return this.#message.method ?? '';
  }

  get url(): string {
    const target = this.#message.url ?? '/';
    return target.startsWith('/') ? target : (readAbsolute(target)?.path ?? target);
  }

  get remoteAddress(): string | undefined {
    return this.#message.socket.remoteAddress;
  }

  get httpVersion(): string {
    return this.#message.httpVersion;
  }

  /** Returns the value of a header. An arrow function, so that it can be passed on without the request. */
  readonly header = (name: string): string | undefined => {
    const key = name.toLowerCase();
    const value = this.#message.headers[key];
    if (key === 'host') return this.#findHost(value);
    return typeof value === 'object' ? value.join(', ') : value;
  };

  /** Finds the host. An absolute request target replaces the `Host` header, unless there are two such headers. */
  #findHost(sent: unknown): string | undefined {
    const { url = '/' } = this.#message;
    const host = typeof sent === 'string' ? sent : undefined;
    return url.startsWith('/') || host?.includes(',') === true ? host : (readAbsolute(url)?.host ?? host);
  }

  readBody(maxBytes: number): Promise<Uint8Array | undefined> {
    const message = this.#message;
    if (message.destroyed) return Promise.reject(new DisconnectError());
    if (Number(message.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const chunks: Uint8Array[] = [];
      let length = 0;
      message.on('data', (chunk: Uint8Array) => {
        length += chunk.length;
        chunks.push(chunk);
        if (length <= maxBytes) return;
        message.removeAllListeners('data').pause();
        resolve(undefined);
      });
      message.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
      // Also emitted after 'end'. An error is expensive to create, so it is only created for an incomplete body.
      message.on('close', () => {
        if (!message.complete) reject(new DisconnectError());
      });
    });
  }

  async toRequest(maxBytes: number, signal: AbortSignal): Promise<Request | undefined> {
    const { method } = this;
    const body = await this.readBody(maxBytes);
    if (body === undefined) return undefined;
    const headers = new Headers();
    for (const [name, values = []] of Object.entries(this.#message.headersDistinct)) {
      for (const value of values) headers.append(name, value);
    }
    // Multiple Host headers have already been rejected. A path such as `//host` must not become the host.
    const url = `http://${this.header('host') ?? 'localhost'}${this.url}`;
    return new Request(url, {
      method,
      headers,
      signal,
      ...(body.length > 0 && { body: body as Uint8Array<ArrayBuffer> }),
    });
  }
}

/**
 * Reads the host and path of a request target in absolute form; `undefined` for any other target.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
 */
function readAbsolute(target: string): { readonly host: string; readonly path: string } | undefined {
  const [, host, path = ''] = /^https?:\/\/([^/?#]+)((?:[/?][^#]*)?)$/iu.exec(target) ?? [];
  return host === undefined ? undefined : { host, path: path.startsWith('/') ? path : `/${path}` };
}

/** Response of `node:http` for the endpoint. */
export class NodeReply implements HttpReply {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  send(status: number, headers: HttpHeaders, body: MessageText = ''): void {
    const isAccepted = typeof body !== 'string' && acceptsGzip(this.#response.req.headers['accept-encoding']);
    const compressed = isAccepted ? gzipList(body) : undefined;
    if (compressed === undefined) {
      this.#send(status, headers, joinParts(body));
      return;
    }
    const { Vary: named = '' } = headers;
    const others = named === 'Accept-Encoding' ? '' : named;
    const vary = others === '' ? 'Accept-Encoding' : `${others}, Accept-Encoding`;
    compressed.then(
      (bytes) => this.#send(status, { ...headers, 'Content-Encoding': 'gzip', Vary: vary }, bytes),
      () => this.#send(status, headers, joinParts(body)),
    );
  }

  #send(status: number, headers: HttpHeaders, body: string | Uint8Array): void {
    const response = this.#response;
    if (response.headersSent || response.destroyed) return;
    const length = Buffer.byteLength(body);
    const isAscii = length === body.length;
    const fields: string[] = [];
    for (const name of Object.keys(headers)) fields.push(name, headers[name] ?? '');
    if (status !== 204 && status !== 304) fields.push('Content-Length', String(length));
    // The rest of an oversized or slow body is not read.
    if (status === 413 || status === 408) fields.push('Connection', 'close');
    response.writeHead(status, fields);
    // Writes the head and body together: `end(body)` makes three writes, which take 1.7 times as much CPU time per call.
    if (body.length > 0) response.write(body, isAscii ? 'latin1' : 'utf8');
    (response.socket as Partial<Socket> | null)?.uncork?.();
    response.end();
    if (response.writableLength === 0) return;
    // A response that waits for an earlier one on the same connection has no socket yet.
    if (response.socket === null) response.once('socket', () => this.#limitReading());
    else this.#limitReading();
  }

  async pass({ status, headers, body }: Response): Promise<void> {
    const response = this.#response;
    if (response.headersSent || response.destroyed) return;
    response.statusCode = status;
    // One by one, because Set-Cookie may occur several times.
    for (const [name, value] of headers) response.appendHeader(name, value);
    if (body === null) response.end();
    // A disconnected client or a failing user stream ends the connection.
    else await pipeline(Readable.fromWeb(body as ReadableStream), response).catch(() => {});
  }

  openStream(headers: HttpHeaders, isDelayed = false): ByteSink {
    const response = this.#response;
    response.writeHead(200, headers);
    if (!isDelayed) response.flushHeaders();
    return {
      write: (text) => {
        if (!response.destroyed && !response.writableEnded) response.write(joinParts(text));
      },
      end: () => {
        response.end();
        if (response.writableLength > 0) this.#limitReading();
      },
      abort: () => void response.destroy(),
      get pendingBytes() {
        return response.writableLength;
      },
    };
  }

  onDisconnect(listener: () => void): void {
    const response = this.#response;
    const { socket } = response.req;
    if (response.destroyed || socket.destroyed) {
      listener();
      return;
    }
    const onClose = (): void => {
      response.off('close', onClose);
      socket.off('close', onClose);
      if (!response.writableFinished) listener();
    };
    response.on('close', onClose);
    // A response without a socket does not get the event.
    if (response.socket === null) socket.setMaxListeners(0).on('close', onClose);
  }

  /** Closes the connection of a client that does not read the response in time. */
  #limitReading(): void {
    const response = this.#response;
    const timer = setTimeout(() => response.destroy(), readTimeoutMs);
    response.once('close', () => clearTimeout(timer));
  }
}

function joinParts(text: MessageText): string | Uint8Array {
  return typeof text === 'string'
    ? text
    : Buffer.concat(text.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}
