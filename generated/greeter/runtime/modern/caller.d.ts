import type { Caller } from '../call-context.js';
import { type JsonObject } from '../json-object.js';
import type { Request } from '../json-rpc.js';
import { type ModernRevision } from '../revisions.js';
/** A caller of the modern era. */
export interface ModernCaller extends Caller {
    readonly revision: ModernRevision;
}
/**
 * Whether a request claims to be of the modern era: it carries any of the protocol's per-request metadata.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
 */
export declare function isModernRequest({ params }: Pick<Request, 'params'>): boolean;
/** The protocol version that the parameters of a request claim, as it stands there. */
export declare function claimedVersion(params: JsonObject): unknown;
/**
 * Who sends a request, as its `_meta` says.
 *
 * @throws ProtocolError -32022 for a version that is not supported, -32602 for metadata that is missing or malformed.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export declare function readCaller(params: JsonObject): ModernCaller;
