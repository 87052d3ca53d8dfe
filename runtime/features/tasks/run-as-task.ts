import type { TaskOptions } from '../../core/api/definition.js';
import type { Exchange } from '../../core/exchange/exchange.js';
import { ProtocolError } from '../../wire/protocol-error.js';
import type { ResultBody } from '../../core/results/result-body.js';
import type { Service } from '../../core/service/service.js';
import type { TaskForm } from './task-form.js';
import { TaskStart } from './task-start.js';

/**
 * Serves a call that may become a task. If it does, the response to the request is the task, and the result of the call
 * is stored with the task. A call that ends earlier, for example because of invalid arguments, returns its result,
 * unless the era requires a task.
 *
 * @param serve Makes the call.
 */
export function runAsTask(
  service: Service,
  request: Exchange,
  options: TaskOptions,
  form: TaskForm,
  serve: (start: TaskStart) => ResultBody | Promise<ResultBody>,
): Promise<ResultBody> {
  return new Promise((resolve, reject) => {
    const start = new TaskStart(service, request, options, form, resolve);
    const finish = async (body: ResultBody): Promise<void> => {
      if (form.isAlways === true && !request.isClosed) await start.begin();
      const { task } = start;
      if (task === undefined) start.respond(body);
      else if (body.resultType === undefined) {
        start.taskSpan?.end(body);
        await task.complete([form.encode(body)].flat().join(''));
      } else await task.fail(new ProtocolError(-32603, 'An elicitation was pending when the task started'));
    };
    const fail = (error: unknown): void => {
      if (start.task === undefined) reject(error as Error);
      else void start.task.fail(error);
    };
    const serveStarted = async (): Promise<ResultBody> => serve(start);
    serveStarted().then(finish).catch(fail);
  });
}
