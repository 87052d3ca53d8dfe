import type { ServerDefinition } from '../api/definition.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { ProtocolError } from '../protocol/protocol-error.js';

/**
 * What either side declares under `extensions` in its capabilities when it knows tasks.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#capability-negotiation
 */
export const tasksExtension: { readonly [name: string]: JsonObject } = { 'io.modelcontextprotocol/tasks': {} };

/** Whether any tool has tasks. */
export function offersTasks({ capabilities }: ServerDefinition): boolean {
  return capabilities.tasks === true;
}

/** Whether a client declares with its request that it knows tasks. */
export function knowsTasks({ extensions }: JsonObject): boolean {
  return isJsonObject(extensions) && isJsonObject(extensions['io.modelcontextprotocol/tasks']);
}

/**
 * Insists on a client that knows tasks.
 *
 * @throws ProtocolError -32021 for any other.
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#protocol-errors
 */
export function requireTasks(clientCapabilities: JsonObject): void {
  if (knowsTasks(clientCapabilities)) return;
  const data = { requiredCapabilities: { extensions: tasksExtension } };
  throw new ProtocolError(-32021, 'Missing required client capability', data);
}

/**
 * Insists on a client that knows tasks if it wants to be told of some.
 *
 * @param params Of `subscriptions/listen`.
 * @throws ProtocolError -32021 for any other.
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status-notifications
 */
export function checkTaskFilter(
  definition: ServerDefinition,
  params: JsonObject,
  clientCapabilities: JsonObject,
): void {
  if (wantsTasks(definition, params['notifications'])) requireTasks(clientCapabilities);
}

/** Whether a filter names tasks, and the server has any. */
export function wantsTasks(definition: ServerDefinition, filter: unknown): boolean {
  return isJsonObject(filter) && filter['taskIds'] !== undefined && offersTasks(definition);
}
