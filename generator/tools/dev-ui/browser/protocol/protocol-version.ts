import type { JsonObject } from '../../../../../runtime/wire/json.js';

/** Protocol versions that the Dev UI supports, newest first. */
export const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** A protocol version, which is a date. */
export type ProtocolVersion = (typeof protocolVersions)[number];

/** Whether requests carry their metadata; older protocol versions begin with `initialize`. */
export function isModern(protocolVersion: ProtocolVersion): boolean {
  return protocolVersion >= '2026-07-28';
}

/** Name and version of the Dev UI as a client. */
export const clientInfo = { name: 'create-mcp-from-schema-dev-ui', version: '1.0.0' };

/**
 * Returns the capabilities of the Dev UI: all client requests of the protocol version.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#clientcapabilities
 */
export function capabilitiesOf(protocolVersion: ProtocolVersion): JsonObject {
  const elicitation = protocolVersion >= '2025-11-25' ? { form: {}, url: {} } : {};
  return {
    roots: {},
    sampling: {},
    ...(protocolVersion >= '2025-06-18' && { elicitation }),
    ...(protocolVersion >= '2025-06-18' && {
      extensions: {
        'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] },
        ...(isModern(protocolVersion) && { 'io.modelcontextprotocol/tasks': {} }),
      },
    }),
  };
}

/**
 * Metadata of a modern request.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/index#meta
 */
export function requestMeta(protocolVersion: ProtocolVersion): JsonObject {
  return {
    'io.modelcontextprotocol/protocolVersion': protocolVersion,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': capabilitiesOf(protocolVersion),
  };
}
