import { PeerError } from '../../../../../runtime/wire/peer/peer.js';
import type { Connection, RequestOptions } from './connection.js';
import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json-object.js';
import { objectAt, textAt } from './json-object.js';

/** Question of the server to the user: a form, a page to open, a text of a model, or the folders of the user. */
export interface Question {
  /** `elicitation/create`, `sampling/createMessage` or `roots/list`. */
  readonly method: string;
  readonly params: JsonObject;
  /** Aborted when the answer is not needed any more. */
  readonly signal?: AbortSignal | undefined;
}

/** Asks the user; resolves with the result of the question, or throws {@link PeerError}. */
export type Ask = (question: Question) => Promise<JsonObject>;

/** Callbacks of {@link interact}. */
export interface InteractOptions extends RequestOptions {
  readonly ask: Ask;
  /** Called with each state of the task that the request has become. */
  readonly onTask?: (task: JsonObject) => void;
}

/** Rounds of questions at most, so that a server cannot ask for ever. */
const maximalRounds = 100;

/** Milliseconds between two looks at a task: the default, and limits for what the server wishes. */
const pollMs = { byDefault: 1000, least: 100, most: 30_000 };

/**
 * Sends a request of revision 2026-07-28 until it has its final result: answers the questions of the server with new requests, and
 * follows the task that the request may become. A request of a legacy revision has its final result at once.
 *
 * @throws {PeerError} as `request` of the connection does
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export async function interact(
  connection: Connection,
  method: string,
  params: JsonObject,
  options: InteractOptions,
): Promise<JsonObject> {
  let sent = params;
  for (let round = 0; round < maximalRounds; round += 1) {
    const result = await connection.request(method, sent, options);
    const kind = result['resultType'];
    if (kind === 'task') return followTask(connection, result, options);
    if (kind !== 'input_required') return result;
    const { requestState } = result;
    const inputResponses = await answerAll(result, options);
    sent = {
      ...params,
      ...(Object.keys(inputResponses).length > 0 && { inputResponses }),
      ...(requestState !== undefined && { requestState }),
    };
  }
  throw new PeerError(`The server has asked ${maximalRounds} times in a row; the page answers no more.`);
}

/** Asks all questions of a result side by side. */
async function answerAll(result: JsonObject, { ask, signal }: InteractOptions): Promise<JsonObject> {
  const questions = Object.entries(objectAt(result, 'inputRequests'));
  const answers = questions.map(async ([key, question]) => {
    const method = textAt(question, 'method') ?? '';
    return [key, await ask({ method, params: objectAt(question, 'params'), signal })] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

/**
 * Asks for the state of a task until it has ended. To cancel the request is to cancel the task.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md
 */
async function followTask(connection: Connection, created: JsonObject, options: InteractOptions): Promise<JsonObject> {
  const taskId = textAt(created, 'taskId') ?? '';
  const { signal, onId, onTask } = options;
  const about: RequestOptions = onId === undefined ? {} : { onId };
  const answered = new Set<string>();
  let task = created;
  let isCancelled = false;
  for (;;) {
    onTask?.(task);
    const status = textAt(task, 'status');
    if (status === 'completed') return objectAt(task, 'result');
    if (status === 'cancelled') throw new PeerError('The task was cancelled.');
    if (status === 'failed') throw failureOf(task);
    if (status === 'input_required') answerTask(connection, taskId, task, options, answered);
    await pause(task, isCancelled ? undefined : signal);
    if (signal?.aborted === true && !isCancelled) {
      isCancelled = true;
      await connection.request('tasks/cancel', { taskId }, about);
    }
    task = await connection.request('tasks/get', { taskId }, about);
  }
}

/** Asks the questions that a task has asked since the last look, and sends each answer as soon as it is there. */
function answerTask(
  connection: Connection,
  taskId: string,
  task: JsonObject,
  { ask, signal, onId }: InteractOptions,
  answered: Set<string>,
): void {
  for (const [key, question] of Object.entries(objectAt(task, 'inputRequests'))) {
    if (answered.has(key)) continue;
    answered.add(key);
    const method = textAt(question, 'method') ?? '';
    void ask({ method, params: objectAt(question, 'params'), signal })
      .then((answer) =>
        connection.request(
          'tasks/update',
          { taskId, inputResponses: { [key]: answer } },
          onId === undefined ? {} : { onId },
        ),
      )
      // The next look at the task says what became of it.
      .catch(() => undefined);
  }
}

function failureOf(task: JsonObject): PeerError {
  const { code, message, data } = objectAt(task, 'error');
  const text = typeof message === 'string' ? message : (textAt(task, 'statusMessage') ?? 'The task has failed.');
  return new PeerError(text, typeof code === 'number' ? code : undefined, data);
}

function pause(task: JsonObject, signal: AbortSignal | undefined): Promise<void> {
  const wished =
    isJsonObject(task) && typeof task['pollIntervalMs'] === 'number' ? task['pollIntervalMs'] : pollMs.byDefault;
  const milliseconds = Math.min(Math.max(wished, pollMs.least), pollMs.most);
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const stop = (): void => (clearTimeout(timer), resolve());
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted === true) stop();
  });
}
