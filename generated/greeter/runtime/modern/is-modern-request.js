import { isJsonObject } from '../protocol/json-object.js';
/** Keys of the metadata that each request of the modern era carries. */
export const versionKey = 'io.modelcontextprotocol/protocolVersion';
export const clientKey = 'io.modelcontextprotocol/clientInfo';
export const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
export const logLevelKey = 'io.modelcontextprotocol/logLevel';
/**
 * Whether a request claims to be of the modern era: it carries any of the protocol's per-request metadata.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
 */
export function isModernRequest({ params }) {
    const meta = params['_meta'];
    return (isJsonObject(meta) && (versionKey in meta || clientKey in meta || capabilitiesKey in meta || logLevelKey in meta));
}
