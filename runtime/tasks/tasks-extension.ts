import type { ServerDefinition } from '../api/definition.js';
import type { JsonObject } from '../protocol/json-object.js';

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
