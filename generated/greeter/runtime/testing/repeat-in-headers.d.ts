import { type JsonObject } from '../protocol/json-object.js';
import type { ModernRevision } from '../protocol/revisions.js';
import type { Service } from '../service/service.js';
/**
 * The headers in which a modern request says again what its body says. Tools have to be loaded.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#standard-request-headers
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters
 */
export declare function repeatInHeaders({ tools }: Service, revision: ModernRevision, { method, params }: JsonObject): Record<string, string>;
