import type { ServerDefinition, TaskOptions } from '../../core/api/definition.js';
import { isJsonObject, type JsonObject } from '../../wire/json-object.js';
import type { Request } from '../../wire/json-rpc.js';
import { methods } from '../../wire/methods.js';
import { ProtocolError } from '../../wire/protocol-error.js';
import { tasksExtension } from '../../core/service/describe-server.js';
import type { Service } from '../../core/service/service.js';

/** Whether the capabilities of a client declare the extension. */
export function knowsTasks({ extensions }: JsonObject): boolean {
  return isJsonObject(extensions) && isJsonObject(extensions['io.modelcontextprotocol/tasks']);
}

/**
 * Checks that a client knows the extension.
 *
 * @throws ProtocolError -32021 for any other.
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#protocol-errors
 */
export function requireTasks(clientCapabilities: JsonObject): void {
  if (knowsTasks(clientCapabilities)) return;
  const data = { requiredCapabilities: { extensions: tasksExtension } };
  throw new ProtocolError(-32021, 'Missing required client capability', data);
}

/** Whether the filter of `subscriptions/listen` names tasks, on a server that has some. */
export function wantsTasks(definition: ServerDefinition, filter: unknown): boolean {
  return isJsonObject(filter) && filter['taskIds'] !== undefined && definition.capabilities.tasks === true;
}

/** The options of the tasks that calls of a tool may become; `undefined` for other requests, and before the tools are loaded. */
export function findTaskOptions({ enabled, tools }: Service, { method, params }: Request): TaskOptions | undefined {
  if (methods.get(method)?.needsTools !== true) return undefined;
  const { name } = params;
  if (typeof name !== 'string') return undefined;
  return enabled.has('tools', name) ? tools?.get(name)?.definition.task : undefined;
}
