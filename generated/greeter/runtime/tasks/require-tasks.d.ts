import type { ServerDefinition } from '../api/definition.js';
import { type JsonObject } from '../protocol/json-object.js';
/** Whether a client declares with its request that it knows tasks. */
export declare function knowsTasks({ extensions }: JsonObject): boolean;
/**
 * Insists on a client that knows tasks.
 *
 * @throws ProtocolError -32021 for any other.
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#protocol-errors
 */
export declare function requireTasks(clientCapabilities: JsonObject): void;
/**
 * Insists on a client that knows tasks if it wants to be told of some.
 *
 * @param params Of `subscriptions/listen`.
 * @throws ProtocolError -32021 for any other.
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status-notifications
 */
export declare function checkTaskFilter(definition: ServerDefinition, params: JsonObject, clientCapabilities: JsonObject): void;
/** Whether a filter names tasks, and the server has any. */
export declare function wantsTasks(definition: ServerDefinition, filter: unknown): boolean;
