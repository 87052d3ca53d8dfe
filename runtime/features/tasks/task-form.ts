import type { TaskRecord } from '../../core/api/task-store.js';
import type { JsonObject } from '../../wire/json.js';
import type { MessageText } from '../../wire/json-rpc.js';
import type { ResultBody } from '../../core/results/result-body.js';

/** Representation of tasks in an era. */
export interface TaskForm {
  /** Whether every call becomes a task, even one with invalid arguments. */
  readonly isAlways?: true;
  /** Creates the response to a call that has become a task. */
  describe(record: TaskRecord): ResultBody;
  /** Encodes the result of the call as JSON text, for the task. */
  encode(body: ResultBody): MessageText;
  /** Creates the error for a client request in a task for which the client lacks capabilities. */
  refuse(requiredCapabilities: JsonObject): Error;
}
