import { limitWait, maximalRetries, withReason, type Dialog, type Question } from '../interaction/dialog.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { ProtocolError } from '../protocol/protocol-error.js';
import type { RunningTask } from './running-task.js';
import type { TaskStart } from './task-start.js';

/**
 * Asks in the middle of a task: the question stands in the task until the client has answered it, and the handler waits.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-update-requests
 */
export class TaskDialog implements Dialog {
  readonly #start: TaskStart;
  readonly #before: Dialog;

  /** @param before How the call asks as long as it is no task. */
  constructor(start: TaskStart, before: Dialog) {
    this.#start = start;
    this.#before = before;
  }

  put(question: Question): Promise<JsonObject> {
    const { task } = this.#start;
    return task === undefined ? this.#before.put(question) : ask(task, question);
  }

  /** The handler may catch it: it is not run again. */
  async refuse(requiredCapabilities: JsonObject): Promise<never> {
    if (this.#start.task === undefined) return this.#before.refuse(requiredCapabilities);
    throw new ProtocolError(-32021, 'Missing required client capability', { requiredCapabilities });
  }

  step(name: string, run: () => Promise<string | undefined>): Promise<string | undefined> {
    return this.#start.task === undefined ? this.#before.step(name, run) : run();
  }
}

async function ask(task: RunningTask, question: Question): Promise<JsonObject> {
  const { method, key, fallback } = question;
  let { params } = question;
  for (let retry = 0; retry <= maximalRetries; retry += 1) {
    const reading = await task.ask({
      name: key,
      request: JSON.stringify({ method, params }),
      // Somebody who waits for an answer bounds the others; a task has a time of its own.
      timeoutMs: question.timeoutMs < limitWait() ? question.timeoutMs : undefined,
      read: (response) => (isJsonObject(response) ? question.read(response) : undefined),
    });
    if (reading === undefined) break;
    if ('answer' in reading) return reading.answer;
    params = withReason(question.params, reading.misfit);
  }
  if (fallback === undefined) throw new Error(`The client gave no answer to ${method}`);
  return fallback;
}
