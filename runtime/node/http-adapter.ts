import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { chooseEncoding } from './choose-encoding.js';
import { DisconnectError } from '../http/disconnect-error.js';
import type { ByteSink, HttpHeaders, HttpReply, HttpRequest } from '../http/http-message.js';
import type { MessageText } from '../protocol/json-rpc.js';
import { acceptsGzip } from './accepts-gzip.js';
import { gzipAnswer } from './gzip-answer.js';

/** How long a client may take to read an answer, in milliseconds. */
const readTimeoutMs = 30_000;

/** A request of Node's as the endpoint wants it. */
export class NodeRequest implements HttpRequest {
  readonly #message: IncomingMessage;

  constructor(message: IncomingMessage) {
    this.#message = message;
  }

  /** A function of its own, so that it can be taken out of the request. */
  get header(): HttpRequest['header'] {
    return (name) => this.read(name.toLowerCase());
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

  read(name: string): string | undefined {
    const value = this.#message.headers[name];
    return typeof value === 'object' ? value.join(', ') : value;
  }

  readBody(maxBytes: number, take: (body: Uint8Array | undefined) => void, fail: (error: unknown) => void): void {
    const message = this.#message;
    if (message.destroyed) {
      fail(new DisconnectError());
      return;
    }
    if (Number(message.headers['content-length'] ?? 0) > maxBytes) {
      take(undefined);
      return;
    }
    const chunks: Uint8Array[] = [];
    let length = 0;
    let isOver = false;
    message.on('data', (chunk: Uint8Array) => {
      length += chunk.length;
      if (length <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      message.removeAllListeners('data').pause();
      isOver = true;
      take(undefined);
    });
    message.on('end', () => {
      isOver = true;
      take(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    });
    // Always comes: an error is costly, and nobody would hear of it then.
    message.on('close', () => {
      if (!isOver) fail(new DisconnectError());
    });
  }
}

const packedFields = ['Content-Encoding', 'gzip', 'Vary', 'Accept-Encoding'];

/** A response of Node's as the endpoint wants it. */
export class NodeReply implements HttpReply {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  send(status: number, headers: HttpHeaders, body: MessageText = ''): void {
    const isAccepted = typeof body !== 'string' && acceptsGzip(this.#response.req.headers['accept-encoding']);
    const packed = isAccepted ? gzipAnswer(body) : undefined;
    if (packed === undefined) this.#send(status, headers, body);
    else this.#send(status, headers, packed, packedFields);
  }

  /** @param packed What is said of a body that is compressed. */
  #send(status: number, headers: HttpHeaders, body: MessageText, packed?: readonly string[]): void {
    const response = this.#response;
    if (response.headersSent || response.destroyed) return;
    const fields: string[] = [];
    for (const name of Object.keys(headers)) fields.push(name, headers[name] ?? '');
    if (packed !== undefined) fields.push(...packed);
    const isLatin1 = packed !== undefined && typeof body === 'string';
    const length = isLatin1 ? body.length : lengthOf(body);
    if (status !== 204) fields.push('Content-Length', String(length));
    // What is left of a body that was too large is not read.
    if (status === 413) fields.push('Connection', 'close');
    response.writeHead(status, fields);
    if (typeof body === 'string') {
      // Head and body go out as one text. `end(body)` adds an empty one, and the system gets them in parts: 5 % of a call.
      if (body !== '') response.write(body, isLatin1 ? 'latin1' : chooseEncoding(body, length));
      uncork(response.socket);
      response.end();
    } else {
      // What is kept encoded goes out as it is, in one write with the rest: joined, a list of 100 tools cost 1.3 times as much.
      response.cork();
      for (const part of body) response.write(part);
      response.end();
    }
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

/** Sends what was written. Platforms that imitate Node have sockets that hold nothing back. */
function uncork(socket: Partial<Pick<Socket, 'uncork'>> | null): void {
  socket?.uncork?.();
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

/** In bytes. */
function lengthOf(text: MessageText): number {
  if (typeof text === 'string') return Buffer.byteLength(text);
  let length = 0;
  for (const part of text) length += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
  return length;
}
