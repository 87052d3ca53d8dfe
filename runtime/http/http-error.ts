import { encodeError } from '../protocol/json-rpc.js';
import type { HttpHeaders, HttpReply } from './http-message.js';

/** A request that is refused as a whole, with a status and a JSON-RPC error that has no id. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: HttpHeaders;
  /** The JSON-RPC code. */
  readonly code: number;

  constructor(status: number, message: string, headers: HttpHeaders = {}, code = -32600) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.code = code;
  }
}

/** Sends the refusal. */
export function refuse(reply: HttpReply, { status, headers, code, message }: HttpError, more: HttpHeaders): void {
  const body = encodeError(undefined, code, message);
  reply.send(status, { 'Content-Type': 'application/json', ...more, ...headers }, body);
}
