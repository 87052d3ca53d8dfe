import type { Caller } from '../call-context.js';
import { type JsonObject } from '../json-object.js';
import type { Request } from '../json-rpc.js';
/**
 * Whether a request belongs to the modern era: it carries any of the protocol's per-request metadata, or asks for
 * `server/discover`, which no legacy revision knows.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
 */
export declare function isModernRequest({ method, params }: Request): boolean;
/**
 * Who sends a request, as its `_meta` says.
 *
 * @throws ProtocolError -32022 for a version that is not supported, -32602 for metadata that is missing or malformed.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export declare function readCaller(params: JsonObject): Caller;
