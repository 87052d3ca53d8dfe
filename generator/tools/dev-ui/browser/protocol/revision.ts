import type { JsonObject } from '../../../../../runtime/wire/json.js';

/** Protocol revisions that the page speaks, newest first. */
export const revisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** A dated protocol version. */
export type Revision = (typeof revisions)[number];

/** Whether requests carry their metadata; older revisions begin with `initialize`. */
export function isModern(revision: Revision): boolean {
  return revision >= '2026-07-28';
}

/** Name and version with which the page introduces itself. */
export const clientInfo = { name: 'create-mcp-from-schema-page', version: '1.0.0' };

/**
 * Capabilities of the page: its user answers all questions that the revision knows.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#clientcapabilities
 */
export function capabilitiesOf(revision: Revision): JsonObject {
  const elicitation = revision >= '2025-11-25' ? { form: {}, url: {} } : {};
  return {
    roots: {},
    sampling: {},
    ...(revision >= '2025-06-18' && { elicitation }),
    ...(revision >= '2025-06-18' && {
      extensions: {
        'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] },
        ...(isModern(revision) && { 'io.modelcontextprotocol/tasks': {} }),
      },
    }),
  };
}

/**
 * Metadata of a modern request.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/index#meta
 */
export function requestMeta(revision: Revision): JsonObject {
  return {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': capabilitiesOf(revision),
  };
}
