import type { ProtocolError } from '../protocol/protocol-error.js';
import type { TaskRecord } from './task-store.js';
/**
 * JSON text of the members of a task: what a result or a notification says of it.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status
 */
export declare function encodeTask(task: TaskRecord): string;
/** JSON text of the `error` member of a task that failed; `data` that is not JSON is left out. */
export declare function encodeFailure(failure: ProtocolError): string;
