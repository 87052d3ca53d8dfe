import { encodeBase64 } from '../base64.js';
import { isJsonObject } from '../json.js';
import { paramsOf, type JsonMessage } from './json-message.js';
import type { LinkHeaders } from './link.js';

/** Returns the protocol version of a modern message; `undefined` for a legacy message. */
export function modernVersion(message: JsonMessage): string | undefined {
  const meta = paramsOf(message)['_meta'];
  const version = isJsonObject(meta) ? meta['io.modelcontextprotocol/protocolVersion'] : undefined;
  return typeof version === 'string' && /^[\d-]+$/u.test(version) ? version : undefined;
}

/**
 * Returns the HTTP headers that repeat parts of a modern message.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#request-metadata
 */
export function modernHeaders(message: JsonMessage, version: string): LinkHeaders {
  const method = String(message.method);
  const { name, uri, taskId } = paramsOf(message);
  const named = method === 'resources/read' ? uri : method.startsWith('tasks/') ? taskId : name;
  const isNamed = typeof named === 'string' && /^(?:tools\/call|resources\/read|prompts\/get|tasks\/)/u.test(method);
  return {
    'mcp-protocol-version': version,
    'mcp-method': encodeHeader(method),
    ...(isNamed && { 'mcp-name': encodeHeader(named) }),
  };
}

/**
 * Encodes a string as a header value.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding
 */
export function encodeHeader(value: string): string {
  const isPlain = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/u.test(value) && !/^=\?base64\?.*\?=$/u.test(value);
  return isPlain ? value : `=?base64?${encodeBase64(new TextEncoder().encode(value))}?=`;
}
