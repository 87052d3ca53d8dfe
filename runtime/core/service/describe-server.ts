import type { ChangingList, ServerIdentity } from '../api/definition.js';
import type { JsonObject } from '../../wire/json.js';
import { knowsField, type ProtocolVersion } from '../../wire/protocol-versions.js';
import { canComplete } from './parts.js';
import type { Service } from './service.js';

/**
 * Returns the `serverInfo` of a server, without empty fields and fields that the protocol version does not have.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#implementation
 */
export function describeServer(identity: ServerIdentity, protocolVersion: ProtocolVersion): JsonObject {
  const { name, title, version, description, websiteUrl, icons } = identity;
  return Object.fromEntries(
    Object.entries({ name, title: title || undefined, version, description, websiteUrl, icons }).filter(
      ([field, value]) => value !== undefined && knowsField(protocolVersion, 'implementation', field),
    ),
  );
}

/**
 * Returns the capabilities of a server. `logging` is always declared, because handlers can always send log messages.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities
 * @see
 *   https://github.com/modelcontextprotocol/modelcontextprotocol/blob/main/seps/2133-extensions.md#server-capabilities
 */
export function describeCapabilities({ definition, parts }: Service, protocolVersion: ProtocolVersion): JsonObject {
  const { prompts, resources, subscribe, listChanged = [] } = definition.capabilities;
  const changes = (list: ChangingList): JsonObject => (listChanged.includes(list) ? { listChanged: true } : {});
  const extensions = parts.describe('extensions', protocolVersion);
  return {
    ...(canComplete(definition) && protocolVersion >= '2025-03-26' ? { completions: {} } : {}),
    logging: {},
    ...(prompts ? { prompts: changes('prompts') } : {}),
    ...(resources ? { resources: { ...(subscribe === true ? { subscribe } : {}), ...changes('resources') } } : {}),
    ...parts.describe('capabilities', protocolVersion),
    tools: changes('tools'),
    ...(Object.keys(extensions).length > 0 ? { extensions } : {}),
  };
}
