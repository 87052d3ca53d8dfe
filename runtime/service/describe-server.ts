import type { ChangingList, ServerDefinition, ServerIdentity } from '../api/definition.js';
import type { JsonObject } from '../protocol/json-object.js';
import { knowsField, type Revision } from '../protocol/revisions.js';

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

/**
 * What the server can do. Log messages are always there for handlers, so `logging` is declared always.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities
 */
export function describeCapabilities(definition: ServerDefinition, revision: Revision): JsonObject {
  const { prompts, resources, subscribe, listChanged = [] } = definition.capabilities;
  const changes = (list: ChangingList): JsonObject => (listChanged.includes(list) ? { listChanged: true } : {});
  return {
    ...(canComplete(definition) && revision >= '2025-03-26' ? { completions: {} } : {}),
    logging: {},
    ...(prompts ? { prompts: changes('prompts') } : {}),
    ...(resources ? { resources: { ...(subscribe === true ? { subscribe } : {}), ...changes('resources') } } : {}),
    tools: changes('tools'),
  };
}

/** Whether there is anything to suggest values for. */
export function canComplete({ prompts, resourceTemplates }: ServerDefinition): boolean {
  return [...prompts, ...resourceTemplates].some(({ completions }) => completions !== undefined);
}
