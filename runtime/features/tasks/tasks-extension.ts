import type { ServerDefinition } from '../../core/api/definition.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { ProtocolError } from '../../wire/protocol-error.js';

/**
 * Member of `extensions` in the capabilities of a server or client that supports tasks.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#capability-negotiation
 */
const tasksExtension: { readonly [name: string]: JsonObject } = { 'io.modelcontextprotocol/tasks': {} };

/** Whether the capabilities of a client declare the tasks extension. */
export function knowsTasks({ extensions }: JsonObject): boolean {
  return isJsonObject(extensions) && isJsonObject(extensions['io.modelcontextprotocol/tasks']);
}

/**
 * Checks that a client supports the tasks extension.
 *
 * @throws ProtocolError -32021 if it does not.
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#protocol-errors
 */
export function requireTasks(clientCapabilities: JsonObject): void {
  if (knowsTasks(clientCapabilities)) return;
  const data = { requiredCapabilities: { extensions: tasksExtension } };
  throw new ProtocolError(-32021, 'Missing required client capability', data);
}

/** Whether the filter of `subscriptions/listen` contains tasks, and the server has tasks. */
export function wantsTasks(definition: ServerDefinition, filter: unknown): boolean {
  return isJsonObject(filter) && filter['taskIds'] !== undefined && definition.capabilities.tasks === true;
}
