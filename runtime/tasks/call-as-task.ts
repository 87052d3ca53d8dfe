import type { Caller } from '../exchange/caller.js';
import type { TaskOptions } from '../api/definition.js';
import type { Exchange } from '../exchange/exchange.js';
import type { MessageText } from '../protocol/json-rpc.js';
import { messageOf, ProtocolError } from '../protocol/protocol-error.js';
import { formatReport } from '../service/report.js';
import { emptyBody, type ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import { knowsTasks, requireTasks } from './tasks-extension.js';
import { TaskStart } from './task-start.js';

/** A call of a tool that has tasks. */
interface TaskCall {
  readonly service: Service;
  readonly exchange: Exchange;
  readonly caller: Caller;
}

/**
 * Serves a call that may become a task. When it does, the request is answered with the task, and the result of the call is
 * kept with the task. A call that ends before that, such as one with wrong arguments, is answered plainly.
 *
 * @param serve Serves the call; without `start`, as a plain call.
 * @param encode Encodes the result that is kept with the task.
 * @throws ProtocolError -32021 for a client without the extension where the tool requires it, and as any call.
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#capability-negotiation
 */
export async function callAsTask(
  { service, exchange, caller }: TaskCall,
  options: TaskOptions,
  serve: (start?: TaskStart) => ResultBody | Promise<ResultBody>,
  encode: (body: ResultBody) => MessageText,
): Promise<ResultBody> {
  if (options.support === 'required') requireTasks(caller.clientCapabilities);
  if (!knowsTasks(caller.clientCapabilities)) return serve();
  // A call that was cancelled in the meantime must not take effect any more.
  if (exchange.isClosed) return emptyBody;
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const answer = (body: ResultBody): boolean => {
      const isFirst = !isAnswered;
      isAnswered = true;
      resolve(body);
      return isFirst;
    };
    const start = new TaskStart(service, exchange, options, answer);
    const serveStarted = async (): Promise<ResultBody> => serve(start);
    serveStarted().then(
      (body) => {
        if (start.task === undefined) answer(body);
        else if (body.resultType === undefined) void start.task.complete(joinText(encode(body)));
        else void start.task.fail(new ProtocolError(-32603, 'A question was open when the task began'));
      },
      (error: unknown) => {
        if (start.task === undefined) reject(error as Error);
        else void start.task.fail(toProtocolError(service, error));
      },
    );
  });
}

function joinText(message: MessageText): string {
  if (typeof message === 'string') return message;
  return message.map((part) => (typeof part === 'string' ? part : new TextDecoder().decode(part))).join('');
}

function toProtocolError(service: Service, error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  service.report(formatReport('TASK', messageOf(error)));
  return new ProtocolError(-32603, 'Internal error');
}
