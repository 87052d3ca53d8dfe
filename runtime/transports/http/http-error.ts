import { encodeError } from '../../wire/json-rpc.js';
import type { HttpHeaders, HttpReply } from './http-message.js';

/** Error that ends an HTTP request with a status and a JSON-RPC error without an ID. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: HttpHeaders;
  /** JSON-RPC error code. */
  readonly code: number;
  /** Advice for the operator, which is never sent. */
  readonly advice: string | undefined;

  constructor(status: number, message: string, headers: HttpHeaders = {}, code = -32600, advice?: string) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.code = code;
    this.advice = advice;
  }
}

/** Sends an `HttpError` as the response. */
export function refuse(reply: HttpReply, { status, headers, code, message }: HttpError, more: HttpHeaders): void {
  const body = encodeError(undefined, code, message);
  reply.send(status, { 'Content-Type': 'application/json', ...more, ...headers }, body);
}
