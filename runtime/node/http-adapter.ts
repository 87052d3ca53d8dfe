import type { IncomingMessage, ServerResponse } from 'node:http';
import { DisconnectError } from '../http/disconnect-error.js';
import type { ByteSink, HttpHeaders, HttpReply, HttpRequest } from '../http/http-message.js';
import type { MessageText } from '../json-rpc.js';

/** How long a client may take to read an answer, in milliseconds. */
const readTimeoutMs = 30_000;

/** A request of Node's as the endpoint wants it. */
export class NodeRequest implements HttpRequest {
  /** A function of its own, so that it can be taken out of the request. */
  readonly header: HttpRequest['header'];
  readonly #message: IncomingMessage;

  constructor(message: IncomingMessage) {
    this.#message = message;
    this.header = (name) => {
      const value = message.headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(', ') : value;
    };
  }

  get method(): string {
    return this.#message.method ?? '';
  }

  get url(): string {
    return this.#message.url ?? '/';
  }

  get remoteAddress(): string | undefined {
    return this.#message.socket.remoteAddress;
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
        if (length <= maxBytes) {
          chunks.push(chunk);
        } else {
          message.removeAllListeners('data').pause();
          resolve(undefined);
        }
      });
      let isRead = false;
      message.on('end', () => {
        isRead = true;
        resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
      });
      // Always comes: an error is costly, and nobody would hear of it then.
      const onGone = (): void => {
        if (!isRead) reject(new DisconnectError());
      };
      message.on('close', onGone);
    });
  }
}

/** A response of Node's as the endpoint wants it. */
export class NodeReply implements HttpReply {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  send(status: number, headers: HttpHeaders, body: MessageText = ''): void {
    const response = this.#response;
    if (response.headersSent || response.destroyed) return;
    const bytes = typeof body === 'string' ? body : Buffer.concat(body.map(toBytes));
    const length = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length;
    const fields: string[] = [];
    for (const name of Object.keys(headers)) fields.push(name, headers[name] ?? '');
    if (status !== 204) fields.push('Content-Length', String(length));
    // What is left of a body that was too large is not read.
    if (status === 413) fields.push('Connection', 'close');
    response.writeHead(status, fields).end(bytes);
    if (response.writableLength === 0) return;
    if (response.socket === null) response.once('socket', () => this.#limitReading());
    else this.#limitReading();
  }

  openStream(headers: HttpHeaders): ByteSink {
    const response = this.#response;
    response.writeHead(200, headers).flushHeaders();
    return {
      write: (text) => writeParts(response, text),
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
    // A response that waits for its turn on the connection does not hear that the connection is gone.
    if (response.socket === null) socket.setMaxListeners(0).on('close', onClose);
  }

  #limitReading(): void {
    const response = this.#response;
    const timer = setTimeout(() => response.destroy(), readTimeoutMs);
    response.once('close', () => clearTimeout(timer));
  }
}

function writeParts(response: ServerResponse, text: MessageText): void {
  if (response.destroyed || response.writableEnded) return;
  if (typeof text === 'string') {
    response.write(text);
    return;
  }
  response.cork();
  for (const part of text) response.write(part);
  response.uncork();
}

function toBytes(part: string | Uint8Array): Uint8Array {
  return typeof part === 'string' ? Buffer.from(part) : part;
}
