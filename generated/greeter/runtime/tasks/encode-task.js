import { allowedCode } from '../protocol/json-rpc.js';
/**
 * JSON text of the members of a task: what a result or a notification says of it.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status
 */
export function encodeTask(task) {
    const { taskId, status, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs, detail } = task;
    const members = { taskId, status, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs };
    return `${JSON.stringify(members).slice(1, -1)}${detail === undefined ? '' : `,${detail}`}`;
}
/** JSON text of the `error` member of a task that failed; `data` that is not JSON is left out. */
export function encodeFailure(failure) {
    const { message, data } = failure;
    const error = { code: allowedCode(failure, true), message };
    try {
        return `"error":${JSON.stringify({ ...error, data })}`;
    }
    catch {
        return `"error":${JSON.stringify(error)}`;
    }
}
