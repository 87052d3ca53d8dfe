/**
 * What either side declares under `extensions` in its capabilities when it knows tasks.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#capability-negotiation
 */
export const tasksExtension = { 'io.modelcontextprotocol/tasks': {} };
/** Whether any tool has tasks. */
export function offersTasks({ capabilities }) {
    return capabilities.tasks === true;
}
