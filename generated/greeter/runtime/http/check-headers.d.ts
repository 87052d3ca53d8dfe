import type { Request } from '../protocol/json-rpc.js';
import type { Service } from '../service/service.js';
import type { HttpRequest } from './http-message.js';
/**
 * Checks that the headers of a modern request say what its body says: proxies go by the headers.
 *
 * @throws ProtocolError -32020 for headers that are missing, malformed or different; -32022 when they agree on a version
 * that is not supported.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation
 */
export declare function checkHeaders(http: HttpRequest, { method, params }: Request): void;
/**
 * Checks that the headers of a call repeat the arguments that they have to. Tools have to be loaded.
 *
 * @throws ProtocolError -32020 for headers that are missing, malformed or different.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters
 */
export declare function checkParameters({ tools }: Service, http: HttpRequest, { params }: Request): void;
/**
 * Checks a version that a client wants to speak statelessly.
 *
 * @throws ProtocolError -32022 with the versions that are supported.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#protocol-version-header
 */
export declare function assertSupported(version: string): void;
