import { isJsonObject, type JsonObject } from './json-object.js';
import type { ProtocolError } from './protocol-error.js';

/** What ties an answer to its request; echoed as it came. */
export type RequestId = string | number;

/** A message ready to be framed: JSON text, in parts when some of it is kept encoded as UTF-8. */
export type MessageText = string | readonly (string | Uint8Array)[];

export interface Request {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

export interface Notification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: JsonObject;
}

/** What a peer sent, sorted. */
export type Incoming =
  | Request
  | Notification
  /** An answer to a request of ours. */
  | { readonly kind: 'response' }
  /** Deserves an error; `id` is there when it could be read. */
  | { readonly kind: 'invalid'; readonly id?: RequestId; readonly reason: string }
  /** Malformed, but nobody waits for an answer. */
  | { readonly kind: 'ignored' };

const noParams: JsonObject = {};

/**
 * Sorts a parsed message. Arrays are invalid here: where batches are allowed, each entry is sorted on its own.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#messages
 */
export function classify(message: unknown): Incoming {
  if (!isJsonObject(message)) return { kind: 'invalid', reason: 'a message must be a JSON object' };
  const { id, method, params = noParams } = message;
  if (method === undefined && ('result' in message || 'error' in message)) return { kind: 'response' };
  const reason = findFault(message);
  if (reason === undefined) {
    if (id === undefined) return { kind: 'notification', method: method as string, params: params as JsonObject };
    return { kind: 'request', id: id as RequestId, method: method as string, params: params as JsonObject };
  }
  if (isRequestId(id)) return { kind: 'invalid', id, reason };
  return id === undefined && method !== undefined ? { kind: 'ignored' } : { kind: 'invalid', reason };
}

function findFault(message: JsonObject): string | undefined {
  const { jsonrpc, id, method, params } = message;
  if (jsonrpc !== '2.0') return '"jsonrpc" must be "2.0"';
  if (id !== undefined && !isRequestId(id)) return '"id" must be a string or a number';
  if (typeof method !== 'string') return '"method" must be a string';
  if (params !== undefined && !isJsonObject(params)) return '"params" must be an object';
  return undefined;
}

/** Whether a value can be the id of a request. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

/** The answer to a request that succeeded; `result` is the JSON text of an object. */
export function encodeResponse(id: RequestId, result: MessageText): MessageText {
  const head = `{"jsonrpc":"2.0","id":${typeof id === 'number' ? id : JSON.stringify(id)},"result":`;
  return typeof result === 'string' ? `${head}${result}}` : [head, ...result, '}'];
}

/**
 * An error response. Without an id that could be read, it has no `id` member: clients reject `null`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-responses
 */
export function encodeError(id: RequestId | undefined, code: number, message: string, data?: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });
}

/** The error response for an error that was thrown; `data` that is not JSON is left out. */
export function encodeProtocolError(id: RequestId, { code, message, data }: ProtocolError): string {
  try {
    return encodeError(id, code, message, data);
  } catch {
    return encodeError(id, code, message);
  }
}

/** A notification; `params` is the JSON text of an object. */
export function encodeNotification(method: string, params: string): string {
  return `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${params}}`;
}
