import { isJsonObject, type JsonObject } from './json.js';

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
export function isModernRequest({ params }: { readonly params: JsonObject }): boolean {
  const meta = params['_meta'];
  return (
    isJsonObject(meta) && (versionKey in meta || clientKey in meta || capabilitiesKey in meta || logLevelKey in meta)
  );
}

/** The protocol version in the `_meta` of a request, not checked. */
export function claimedVersion(params: JsonObject): unknown {
  const meta = params['_meta'];
  return isJsonObject(meta) ? meta[versionKey] : undefined;
}
