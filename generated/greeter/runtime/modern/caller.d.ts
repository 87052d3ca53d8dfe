import type { Caller } from '../features/call-context.js';
import { type JsonObject } from '../protocol/json-object.js';
import { type ModernRevision } from '../protocol/revisions.js';
/** A caller of the modern era. */
export interface ModernCaller extends Caller {
    readonly revision: ModernRevision;
}
/** The protocol version that the parameters of a request claim, as it stands there. */
export declare function claimedVersion(params: JsonObject): unknown;
/**
 * Who sends a request, as its `_meta` says.
 *
 * @throws ProtocolError -32022 for a version that is not supported, -32602 for metadata that is missing or malformed.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export declare function readCaller(params: JsonObject): ModernCaller;
