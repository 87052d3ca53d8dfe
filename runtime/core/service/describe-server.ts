import type { ChangingList, ServerDefinition, ServerIdentity } from '../api/definition.js';
import type { JsonObject } from '../../wire/json-object.js';
import { methods, type Method } from '../../wire/methods.js';
import { ProtocolError } from '../../wire/protocol-error.js';
import { knowsField, revisionFeatures, type Revision } from '../../wire/revisions.js';

/**
 * The `serverInfo` of a server, without empty fields and fields that the revision does not know.
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
 * The capabilities of a server. `logging` is always one, because handlers can always send log messages. Views are declared in
 * the revisions that can name them: they know `_meta` of tools.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities
 */
export function describeCapabilities(definition: ServerDefinition, revision: Revision): JsonObject {
  const { prompts, resources, subscribe, tasks, listChanged = [] } = definition.capabilities;
  const changes = (list: ChangingList): JsonObject => (listChanged.includes(list) ? { listChanged: true } : {});
  return {
    ...(canComplete(definition) && revision >= '2025-03-26' ? { completions: {} } : {}),
    logging: {},
    ...(prompts ? { prompts: changes('prompts') } : {}),
    ...(resources ? { resources: { ...(subscribe === true ? { subscribe } : {}), ...changes('resources') } } : {}),
    ...(tasks === true && revisionFeatures[revision].coreTasks ? coreTasks : {}),
    tools: changes('tools'),
    ...describeExtensions(definition, revision),
  };
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#server-capabilities */
const coreTasks: JsonObject = { tasks: { cancel: {}, requests: { tools: { call: {} } } } };

/**
 * The `extensions` of a server. Tasks are an extension in the modern era only.
 *
 * @see https://github.com/modelcontextprotocol/modelcontextprotocol/blob/main/seps/2133-extensions.md#server-capabilities
 */
function describeExtensions(
  { capabilities: { tasks, views, skills } }: ServerDefinition,
  revision: Revision,
): JsonObject {
  const extensions = {
    ...(tasks === true && revision >= '2026-07-28' ? tasksExtension : {}),
    ...(views === true && revisionFeatures[revision].contentMeta ? { 'io.modelcontextprotocol/ui': {} } : {}),
    ...(skills === true ? skillsExtension : {}),
  };
  return Object.keys(extensions).length > 0 ? { extensions } : {};
}

/**
 * The member of `extensions` in the capabilities of a server or client that knows tasks.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#capability-negotiation
 */
export const tasksExtension: { readonly [name: string]: JsonObject } = { 'io.modelcontextprotocol/tasks': {} };

/**
 * The member of `extensions` in the capabilities of a server with skills, in every revision.
 *
 * @see https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx#capability-negotiation
 */
const skillsExtension: { readonly [name: string]: JsonObject } = {
  'io.modelcontextprotocol/skills': { directoryRead: true },
};

/**
 * Looks a method up in the table of methods.
 *
 * @throws ProtocolError -32601 for a method that the era does not have, or that needs a capability the server does not
 * declare.
 */
export function findMethod(definition: ServerDefinition, era: 'legacy' | 'modern', name: string): Method {
  const method = methods.get(name);
  const isKnown = method !== undefined && (method.era ?? era) === era;
  if (isKnown && (method.needs === undefined || declares(definition, method.needs))) {
    // Handlers list resources, too.
    return definition.listsResources && method.list === 'resources' ? { servedBy: 'handlers' } : method;
  }
  throw new ProtocolError(-32601, 'Method not found');
}

function declares(definition: ServerDefinition, need: NonNullable<Method['needs']>): boolean {
  if (need === 'completions') return canComplete(definition);
  return definition.capabilities[need] === true;
}

function canComplete({ prompts, resourceTemplates }: ServerDefinition): boolean {
  return [...prompts, ...resourceTemplates].some(({ completions }) => completions !== undefined);
}
