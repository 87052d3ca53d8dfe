import { encodeError } from '../../wire/json-rpc.js';
import type { HttpHeaders, HttpReply } from './http-message.js';

/** Error that ends an HTTP request with a status and a JSON-RPC error without an id. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: HttpHeaders;
  /** JSON-RPC error code. */
  readonly code: number;

  constructor(status: number, message: string, headers: HttpHeaders = {}, code = -32600) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.code = code;
  }
}

/** Sends an `HttpError` as the response. */
export function refuse(reply: HttpReply, { status, headers, code, message }: HttpError, more: HttpHeaders): void {
  const body = encodeError(undefined, code, message);
  reply.send(status, { 'Content-Type': 'application/json', ...more, ...headers }, body);
}
