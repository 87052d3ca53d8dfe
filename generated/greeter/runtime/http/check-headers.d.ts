import type { Request } from '../json-rpc.js';
import type { Service } from '../service.js';
import type { HttpRequest } from './http-message.js';
/**
 * Checks that the headers of a modern request say what its body says: proxies go by the headers. For calls, tools have to be
 * loaded.
 *
 * @throws ProtocolError -32020 for headers that are missing, malformed or different; -32022 when they agree on a version
 * that is not supported.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation
 */
export declare function checkHeaders(service: Service, http: HttpRequest, request: Request): void;
/**
 * Checks a version that a client wants to speak statelessly.
 *
 * @throws ProtocolError -32022 with the versions that are supported.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#protocol-version-header
 */
export declare function assertSupported(version: string): void;
