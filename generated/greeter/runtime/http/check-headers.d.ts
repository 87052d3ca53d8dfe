import type { Request } from '../protocol/json-rpc.js';
import type { Service } from '../service/service.js';
import type { HttpRequest } from './http-message.js';
/**
 * Checks that the headers of a modern request repeat its version, method and name: proxies route by these headers.
 *
 * @throws ProtocolError -32020 for a header that is missing, malformed or differs from the body; -32022 for a version that
 *   the server does not support.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation
 */
export declare function checkHeaders(http: HttpRequest, { method, params }: Request): void;
/**
 * Checks that the `Mcp-Param-*` headers of a tool call repeat the arguments. The tools must be loaded.
 *
 * @throws ProtocolError -32020 for a header that is missing, malformed or differs from the argument.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters
 */
export declare function checkParameters({ tools }: Service, http: HttpRequest, { params }: Request): void;
/**
 * Checks that a version is a modern one that the server supports.
 *
 * @throws ProtocolError -32022 with the supported versions.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#protocol-version-header
 */
export declare function assertSupported(version: string): void;
/**
 * Decodes a header value: a plain value as it is, a value in `=?base64?…?=` as Base64 of UTF-8. Returns `undefined` for
 * characters that a header must not hold and for invalid Base64 or UTF-8.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding
 */
export declare function decodeHeaderValue(value: string): string | undefined;
