import type { Request } from '../protocol/json-rpc.js';
/** Keys of the metadata that each request of the modern era carries. */
export declare const versionKey = "io.modelcontextprotocol/protocolVersion";
export declare const clientKey = "io.modelcontextprotocol/clientInfo";
export declare const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
export declare const logLevelKey = "io.modelcontextprotocol/logLevel";
/**
 * Whether a request claims to be of the modern era: it carries any of the protocol's per-request metadata.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
 */
export declare function isModernRequest({ params }: Pick<Request, 'params'>): boolean;
