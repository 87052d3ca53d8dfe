import type { ServerDefinition } from '../api/definition.js';
import type { JsonObject } from '../protocol/json-object.js';
/**
 * What either side declares under `extensions` in its capabilities when it knows tasks.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#capability-negotiation
 */
export declare const tasksExtension: {
    readonly [name: string]: JsonObject;
};
/** Whether any tool has tasks. */
export declare function offersTasks({ capabilities }: ServerDefinition): boolean;
