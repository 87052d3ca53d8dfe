import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { ConnectionError, RequestError, TimeoutError } from './call-error.js';
import { InvalidResultError } from './invalid-result-error.js';

/**
 * Converts the error of a peer into an error of the typed client, so that programs see the same errors with each
 * official client and in tests. Other errors, such as authorization errors, are returned unchanged.
 *
 * @param isConnected Whether the peer is connected; `false` for peers without `transport`.
 */
export function toCallError(error: unknown, isConnected: boolean): unknown {
  if (!isJsonObject(error)) return error;
  if (error instanceof RequestError) return makeRequestError(error, error.cause);
  return (
    readHttpError(error) ??
    readTimeout(error) ??
    (isConnectionError(error, isConnected) ? new ConnectionError(error) : undefined) ??
    (isInvalidResult(error) ? new InvalidResultError(error) : undefined) ??
    readRequestError(error) ??
    error
  );
}

/**
 * Error code for an unknown resource in protocol versions up to 2025-11-25. Version 2 of the official client also replaces this code.
 */
const legacyNotFound = -32_002;

/**
 * Reads a JSON-RPC error. Negative codes are always JSON-RPC codes. Others can be HTTP statuses and `DOMException`
 * codes, so the format of the official clients decides: version 1 puts the code before the message, version 2 has a
 * class.
 */
function readRequestError(error: JsonObject): RequestError | undefined {
  if (!Number.isSafeInteger(error['code'])) return undefined;
  const { code, message, data } = error;
  const [text, prefix] = [String(message), `MCP error ${Number(code)}: `];
  if (Number(code) >= 0 && !text.startsWith(prefix) && !isProtocolError(error)) return undefined;
  return makeRequestError({ code, message: text.replace(prefix, ''), data });
}

function makeRequestError({ code, message, data }: JsonObject, cause?: unknown): RequestError {
  const isNotFound = code === legacyNotFound && isJsonObject(data) && typeof data['uri'] === 'string';
  return new RequestError({ code: isNotFound ? -32_602 : code, message, data }, cause);
}

/** Whether an error is a `ProtocolError` of the official client, version 2, or of a class that extends it. */
function isProtocolError(error: object): boolean {
  for (let it: unknown = error.constructor; typeof it === 'function'; it = Object.getPrototypeOf(it)) {
    if (Object.hasOwn(it, 'mcpBrand') && (it as { readonly mcpBrand?: unknown }).mcpBrand === 'mcp.ProtocolError')
      return true;
  }
  return false;
}

const httpError = /^(?:Streamable HTTP error: )?Error POSTing to endpoint(?: \(HTTP (\d+)\))?: ([\s\S]*)$/u;

/**
 * Reads the error for an HTTP status other than 200. The official clients do not parse JSON-RPC errors in such
 * responses, except version 2 with status 400: the text of the response is part of the message. An error without an id
 * is about the HTTP request, such as a lost session.
 */
function readHttpError(error: JsonObject): RequestError | ConnectionError | undefined {
  const { message, code, data } = error;
  const [, written, text] = httpError.exec(String(message)) ?? [];
  if (text === undefined || isProtocolError(error)) return undefined;
  const answer = readJson(text);
  const failure =
    isJsonObject(answer) && ['string', 'number'].includes(typeof answer['id']) ? answer['error'] : undefined;
  if (isJsonObject(failure) && Number.isSafeInteger(failure['code'])) return makeRequestError(failure);
  const status = Number(written ?? (isJsonObject(data) ? data['status'] : code));
  return new ConnectionError(error, Number.isInteger(status) ? status : undefined);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads a timeout. Version 1 throws an error with the code -32001, which servers can also use; its data contains only the timeout.
 */
function readTimeout(error: JsonObject): TimeoutError | undefined {
  const { code, message, data } = error;
  const isTimeout =
    code === 'REQUEST_TIMEOUT' || (code === -32_001 && message === 'MCP error -32001: Request timed out');
  if (!isTimeout || !isJsonObject(data)) return undefined;
  const { timeout } = data;
  return typeof timeout === 'number' ? new TimeoutError(timeout, error) : undefined;
}

const connectionCodes: ReadonlySet<unknown> = new Set(['CONNECTION_CLOSED', 'NOT_CONNECTED', 'SEND_FAILED']);
/** Messages of the errors that `fetch` throws in Node, Chromium, Safari, Firefox and Deno. */
const fetchFailed = /^(?:fetch failed|terminated|Failed to fetch|Load failed|NetworkError |error sending request)/u;

function isConnectionError(error: JsonObject, isConnected: boolean): boolean {
  const { code, message, syscall } = error;
  if (connectionCodes.has(code) || typeof syscall === 'string') return true;
  if (error instanceof TypeError) return fetchFailed.test(String(message));
  const isOfClient =
    message === 'Not connected' || (code === -32_000 && message === 'MCP error -32000: Connection closed');
  return isOfClient && !isConnected;
}

const wrongOutput =
  /^(?:MCP error -\d+: )?(?:Tool .* has an output schema but did not return structured content$|Structured content does not match the tool's output schema: |Failed to validate structured content: )/su;

/** Whether a client rejected a result: after `listTools`, the official clients check structured content. */
function isInvalidResult({ name, code, message, issues }: JsonObject): boolean {
  if (code === 'INVALID_RESULT' || code === 'UNSUPPORTED_RESULT_TYPE') return true;
  if ((name === 'ZodError' || name === '$ZodError') && Array.isArray(issues)) return true;
  return (code === -32_600 || code === -32_602) && wrongOutput.test(String(message));
}
