import type { TaskRecord } from '../../core/api/task-store.js';
import type { JsonObject } from '../../wire/json.js';
import type { MessageText } from '../../wire/json-rpc.js';
import type { ResultBody } from '../../core/results/result-body.js';

/** The tasks of an era, as its clients see them. */
export interface TaskForm {
  /** Every call becomes a task, at its end at the latest: also one with wrong arguments. */
  readonly isAlways?: true;
  /** The answer to a call that has become a task. */
  describe(record: TaskRecord): ResultBody;
  /** JSON text of the result that a task keeps. */
  encode(body: ResultBody): MessageText;
  /** The error of a question in a task that the client lacks capabilities for. */
  refuse(requiredCapabilities: JsonObject): Error;
}
