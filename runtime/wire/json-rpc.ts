import { isJsonObject, type JsonObject } from './json.js';
import { messageOf, type ProtocolError } from './protocol-error.js';

/** Id of a request, which its response repeats unchanged. */
export type RequestId = string | number;

/** Encoded message: JSON text, in parts if some of it is cached as UTF-8. */
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

/** Response to a request from the server. */
export interface Response {
  readonly kind: 'response';
  readonly id: unknown;
  readonly result: unknown;
  /** `undefined` for a result. */
  readonly error: unknown;
}

/** Message from a peer, by kind. */
export type Incoming =
  | Request
  | Notification
  | Response
  /**
   * Invalid request, which gets an error response with the text of `describeInvalid`. `id` is set if it could be read.
   */
  | { readonly kind: 'invalid'; readonly id?: RequestId; readonly message: unknown }
  /** Malformed message that is not a request and therefore gets no response. */
  | { readonly kind: 'ignored' };

const noParams: JsonObject = {};

/**
 * Classifies a parsed message. Arrays are invalid: the entries of a batch are classified one by one.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#messages
 */
export function classify(message: unknown): Incoming {
  if (!isJsonObject(message)) return { kind: 'invalid', message };
  const { jsonrpc, id, method, params = noParams } = message;
  if (jsonrpc === '2.0' && typeof method === 'string' && isJsonObject(params)) {
    // The common cases first.
    if (isRequestId(id)) return { kind: 'request', id, method, params };
    if (id === undefined) return { kind: 'notification', method, params };
  }
  if (method === undefined && ('result' in message || 'error' in message)) {
    return { kind: 'response', id, result: message['result'], error: message['error'] };
  }
  if (isRequestId(id)) return { kind: 'invalid', id, message };
  return id === undefined && method !== undefined ? { kind: 'ignored' } : { kind: 'invalid', message };
}

/** Whether a value can be the id of a request; an integer beyond 2^53 - 1 could not be echoed exactly. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** Keys of the `_meta` of modern requests. */
export const versionKey = 'io.modelcontextprotocol/protocolVersion';
export const clientKey = 'io.modelcontextprotocol/clientInfo';
export const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
export const logLevelKey = 'io.modelcontextprotocol/logLevel';

/**
 * Whether a request belongs to the modern era because it has any of the protocol's per-request metadata.
 *
 * @see
 *   https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
 * @see docs/decisions/0031-a-request-chooses-its-era.md
 */
export function isModernRequest({ params }: { readonly params: JsonObject }): boolean {
  const meta = params['_meta'];
  return (
    isJsonObject(meta) && (versionKey in meta || clientKey in meta || capabilitiesKey in meta || logLevelKey in meta)
  );
}

/** Encodes a result response; `result` is the JSON text of an object. */
export function encodeResponse(id: RequestId, result: MessageText): MessageText {
  const head = `{"jsonrpc":"2.0","id":${typeof id === 'number' ? id : JSON.stringify(id)},"result":`;
  return typeof result === 'string' ? `${head}${result}}` : [head, ...result, '}'];
}

/**
 * Encodes an error response. Without a readable id, it has no `id` member, because clients reject `null`. Only the
 * first line of the message is sent.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-responses
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#error
 */
export function encodeError(id: RequestId | undefined, code: number, message: string, data?: unknown): string {
  const [firstLine] = message.trim().split(/[\r\n]/u, 1);
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: firstLine, data } });
}

/** Encodes the response for a thrown error, with this code; `data` that is not JSON is omitted. */
export function encodeProtocolError(id: RequestId, error: ProtocolError, code: number): string {
  const message = messageOf(error);
  try {
    return encodeError(id, code, message, error.data);
  } catch {
    return encodeError(id, code, message);
  }
}

/**
 * Returns the code for a thrown error; codes that are not allowed become -32603. The modern era reserves -32000 to
 * -32019, and from -32020 to -32099 defines only a few codes, together with their data; a header mismatch (-32020) is
 * found before a request is served. The legacy era also defines -32002 and -32042.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
export function allowedCode({ code, data }: ProtocolError, isModern: boolean): number {
  if (!Number.isSafeInteger(code)) return -32603;
  if (code > -32000 || code < -32099) return code;
  if (!isModern) return code > -32023 || code === -32042 ? code : -32603;
  if (code === -32002) return -32602;
  const member = code === -32021 ? 'requiredCapabilities' : 'supported';
  return (code === -32021 || code === -32022) && isJsonObject(data) && member in data ? code : -32603;
}

/** Encodes a notification; `params` is the JSON text of an object. */
export function encodeNotification(method: string, params: string): string {
  return `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${params}}`;
}
