import type { ParameterHeader } from '../../core/api/definition.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { valueAt } from '../../wire/value-at.js';
import { versionKey, type Request } from '../../wire/json-rpc.js';
import { ProtocolError } from '../../wire/protocol-error.js';
import { isModernVersion, modernProtocolVersions } from '../../wire/protocol-versions.js';
import type { Service } from '../../core/service/service.js';
import type { HttpRequest } from './http-message.js';

/**
 * Checks that the headers of a modern request repeat its version, method and name, which proxies use for routing.
 *
 * @throws ProtocolError -32020 for a header that is missing or malformed, or differs from the body; -32022 for a
 *   version that the server does not support.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation
 */
export function checkHeaders({ parts }: Service, http: HttpRequest, { method, params }: Request): void {
  checkVersion(http.header('mcp-protocol-version'), claimedVersion(params));
  const sentMethod = http.header('mcp-method');
  if (sentMethod !== method) throw mismatch('Mcp-Method', sentMethod, method);
  const subject = parts.methods.get(method)?.subject;
  if (subject !== undefined) checkName(http.header('mcp-name'), params[subject]);
}

/**
 * Checks that the `Mcp-Param-*` headers of a tool call repeat the arguments. The tools must be loaded.
 *
 * @throws ProtocolError -32020 for a header that is missing or malformed, or differs from the argument.
 * @see
 *   https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters
 */
export function checkParameters({ state }: Service, http: HttpRequest, { params }: Request): void {
  const { name } = params;
  const headers = (typeof name === 'string' && state.tools?.get(name)?.definition.headers) || [];
  const values = isJsonObject(params['arguments']) ? params['arguments'] : {};
  for (const header of headers) checkParameter(http, header, values);
}

function checkVersion(sent: string | undefined, claimed: unknown): void {
  if (sent === undefined) throw mismatch('MCP-Protocol-Version', sent, claimed);
  // A body without a version causes a different error later.
  if (typeof claimed === 'string' && claimed !== sent) throw mismatch('MCP-Protocol-Version', sent, claimed);
  assertSupported(sent);
}

/**
 * Checks that a version is a supported modern protocol version.
 *
 * @throws ProtocolError -32022 with the supported versions.
 * @see
 *   https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#protocol-version-header
 */
export function assertSupported(version: string): void {
  if (isModernVersion(version)) return;
  throw new ProtocolError(-32022, 'Unsupported protocol version', {
    supported: modernProtocolVersions,
    requested: version,
  });
}

function checkName(sent: string | undefined, name: unknown): void {
  // A body without a name causes a different error later.
  if (sent === undefined && typeof name !== 'string') return;
  if (sent === undefined || decodeHeaderValue(sent) !== name) throw mismatch('Mcp-Name', sent, name);
}

function checkParameter(http: HttpRequest, { name, path, type }: ParameterHeader, values: JsonObject): void {
  const header = `Mcp-Param-${name}`;
  const sent = http.header(header);
  const value = valueAt(values, path);
  // The validator reports missing values and wrong types.
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    if (sent !== undefined) throw mismatch(header, sent, undefined);
    return;
  }
  const text = sent === undefined ? undefined : decodeHeaderValue(sent);
  // A value of a different type can have the same text; the validator reports its type.
  const isNumeric =
    type === 'integer' && typeof value === 'number' && /^[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?$/iu.test(text ?? '');
  const isSame = isNumeric ? Number(text) === value : text === String(value);
  // Two different integers beyond the safe range can be parsed to the same number.
  const isRounded = type === 'integer' && Number.isInteger(value) && !Number.isSafeInteger(value);
  if (!isSame || isRounded) throw mismatch(header, sent, value);
}

function mismatch(header: string, sent: string | undefined, expected: unknown): ProtocolError {
  const body = `the body says ${(JSON.stringify(expected) ?? 'nothing').slice(0, 200)}`;
  const received = sent === undefined ? 'is missing' : `says ${JSON.stringify(sent.slice(0, 200))}`;
  return new ProtocolError(-32020, `Header mismatch: ${header} ${received}, ${body}`);
}

const base64Prefix = '=?base64?';
const base64Suffix = '?=';

/**
 * Decodes a header value: a plain value unchanged, a value in `=?base64?…?=` as Base64 of UTF-8. Returns `undefined`
 * for characters that a header must not contain and for invalid Base64 or UTF-8.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding
 */
export function decodeHeaderValue(value: string): string | undefined {
  if (/^[\w.-]*$/u.test(value)) return value;
  // The lookbehind keeps the running time linear for a value with many spaces.
  const text = value.replace(/^[ \t]+|(?<![ \t])[ \t]+$/gu, '');
  if (!/^[\t\x20-\x7e]*$/u.test(text)) return undefined;
  const isMarked = text.startsWith(base64Prefix) && text.endsWith(base64Suffix);
  if (!isMarked || text.length < base64Prefix.length + base64Suffix.length) return text;
  const base64 = text.slice(base64Prefix.length, -base64Suffix.length);
  if (base64.length % 4 !== 0 || !/^[A-Za-z\d+/]*={0,2}$/u.test(base64)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the unchecked protocol version in the `_meta` of a request. */
function claimedVersion(params: JsonObject): unknown {
  const meta = params['_meta'];
  return isJsonObject(meta) ? meta[versionKey] : undefined;
}
