import type { ServerDefinition, ServerIdentity } from './definition.js';
import type { JsonObject } from './json-object.js';
import { knowsField, type Revision } from './revisions.js';

/**
 * The server as it introduces itself (`serverInfo`), without fields that the revision does not know or that are empty.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#implementation
 */
export function describeServer(identity: ServerIdentity, revision: Revision): JsonObject {
  const { name, title, version, description, websiteUrl, icons } = identity;
  return Object.fromEntries(
    Object.entries({ name, title: title || undefined, version, description, websiteUrl, icons }).filter(
      ([field, value]) => value !== undefined && knowsField(revision, 'implementation', field),
    ),
  );
}

/** What the server can do. Log messages are always there for handlers, so `logging` is declared always. */
export function describeCapabilities({ capabilities }: ServerDefinition): JsonObject {
  return {
    logging: {},
    ...(capabilities.prompts ? { prompts: {} } : {}),
    ...(capabilities.resources ? { resources: {} } : {}),
    tools: {},
  };
}
