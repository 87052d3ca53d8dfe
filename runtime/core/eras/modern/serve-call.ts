import type { TaskOptions } from '../../api/definition.js';
import type { Exchange } from '../../exchange/exchange.js';
import { answerInOrder } from '../../calls/answer-order.js';
import { serveFeature } from '../../calls/serve-feature.js';
import type { TaskSwitch } from '../../questions/conversation.js';
import type { ReplayWatch } from '../../questions/replay-watch.js';
import { exactOf } from '../../../wire/exact-value.js';
import { isJsonObject, type JsonObject } from '../../../wire/json-object.js';
import type { Request } from '../../../wire/json-rpc.js';
import { methods } from '../../../wire/methods.js';
import { invalidParams, VisibleError } from '../../../wire/protocol-error.js';
import { emptyBody, type ResultBody } from '../../results/result-body.js';
import { loadTools } from '../../service/load-tools.js';
import type { Service } from '../../service/service.js';
import type { TaskStart } from '../../../features/tasks/task-start.js';
import { findTaskOptions, knowsTasks, requireTasks } from '../../../features/tasks/tasks-extension.js';
import type { ModernCaller } from './caller.js';
import type { Answering } from './dialog.js';
import type { Binding, Flow } from './flow.js';

const noParams: JsonObject = {};

/** A call that may become a task. */
type CallStart = TaskSwitch & Partial<Pick<TaskStart, 'joinDialog'>>;

/** A request that handlers serve, with its sender. */
interface Call {
  readonly service: Service;
  readonly request: Request;
  readonly exchange: Exchange;
  readonly caller: ModernCaller;
}

/**
 * Serves a request whose handler may ask the client questions. A question ends the request; the client's next request
 * continues it.
 *
 * @throws ProtocolError -32602 for a state that does not belong to the request, and for malformed answers; -32021 for a
 *   client without tasks where the tool requires them.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export function serveCall(call: Call): ResultBody | Promise<ResultBody> {
  return answerInOrder(call.exchange, () => serveLoaded(call));
}

function serveLoaded(call: Call): ResultBody | Promise<ResultBody> {
  const { service, request, exchange, caller } = call;
  if (service.tools === undefined && methods.get(request.method)?.needsTools === true) {
    return loadTools(service).then(() => (exchange.isClosed ? emptyBody : serveLoaded(call)));
  }
  const options = findTaskOptions(service, request);
  if (options?.support === 'required') requireTasks(caller.clientCapabilities);
  if (options === undefined || !knowsTasks(caller.clientCapabilities)) return serveRound(call);
  return options.durable === true ? serveDurable(call, options) : serveTask(call, options);
}

/** Serves a call that may become a task. */
async function serveTask(call: Call, options: TaskOptions): Promise<ResultBody> {
  const { service, exchange } = call;
  const [{ runAsTask }, { modernTaskForm }] = await Promise.all([
    import('../../../features/tasks/run-as-task.js'),
    import('../../../features/tasks/modern/task-form.js'),
  ]);
  // A call that was cancelled in the meantime must not take effect any more.
  if (exchange.isClosed) return emptyBody;
  return runAsTask(service, exchange, options, modernTaskForm(service), (start) =>
    serveRound({ ...call, exchange: start.exchange }, start),
  );
}

/** Serves a call that becomes a durable task, unless its arguments are wrong. A worker makes the call. */
async function serveDurable(call: Call, options: TaskOptions): Promise<ResultBody> {
  const { service, request, exchange, caller } = call;
  const [{ startDurably }, { modernTaskForm }] = await Promise.all([
    import('../../../features/tasks/durable-start.js'),
    import('../../../features/tasks/modern/task-form.js'),
  ]);
  if (exchange.isClosed) return emptyBody;
  return startDurably(
    service,
    exchange,
    { params: request.params, caller, options },
    (start) => serveRound({ ...call, exchange: start.exchange }, start),
    modernTaskForm(service).describe,
  );
}

function serveRound(call: Call, start?: CallStart): ResultBody | Promise<ResultBody> {
  const { request, exchange, caller } = call;
  const { method, params } = request;
  const { mayAsk, subject = 'name' } = methods.get(method) ?? {};
  const { requestState, inputResponses = noParams } = mayAsk === true ? params : noParams;
  if (!isJsonObject(inputResponses)) throw invalidParams('Invalid params: "inputResponses" must be an object');
  const { elicitation, sampling, roots } = caller.clientCapabilities;
  const isBound = requestState !== undefined || (elicitation ?? sampling ?? roots) !== undefined;
  const binding = {
    // Copied before the handler can change its arguments, and only for a client that can be asked.
    request: isBound ? describeRequest(method, params[subject], params['arguments'] ?? {}) : '[]',
    principal: exchange.channel.auth?.principal,
  };
  return requestState === undefined ? run(call, start, binding) : replay(call, start, binding, requestState);
}

/** JSON text of the parts of a request that its continuation must repeat. Integers that a number cannot hold are texts. */
function describeRequest(method: string, name: unknown, given: unknown): string {
  const exact = exactOf(given);
  const parts = exact === given ? [method, name, given] : [method, name, given, exact];
  return JSON.stringify(parts, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

async function replay(
  call: Call,
  start: CallStart | undefined,
  binding: Binding,
  requestState: unknown,
): Promise<ResultBody> {
  const { service, exchange } = call;
  const { resumeFlow } = await import('./flow.js');
  const flow = await resumeFlow(service, binding, requestState, exchange);
  if (flow.traceparent !== undefined) exchange.span?.link(flow.traceparent);
  const watching = service.options.warnings === true ? await import('../../questions/replay-watch.js') : undefined;
  return exchange.isClosed ? emptyBody : run(call, start, binding, flow, watching && new watching.ReplayWatch(service));
}

/** Runs the handler once. The questions of the run may replace its result before the handler is done. */
function run(
  { service, request, exchange, caller }: Call,
  start: CallStart | undefined,
  binding: Binding,
  flow?: Flow,
  replayWatch?: ReplayWatch,
): ResultBody | Promise<ResultBody> {
  let answering: Answering | undefined;
  const body = serveFeature(service, request, exchange, caller, {
    flowId: flow?.id,
    replayWatch,
    task: start,
    openDialog: async (conversation) => {
      if (methods.get(request.method)?.mayAsk !== true) throw new VisibleError('The client cannot be asked here');
      const { ModernDialog } = await import('./dialog.js');
      const { params } = request;
      const dialog = new ModernDialog({ service, exchange, conversation, binding, params, flow, answering });
      return start?.joinDialog?.(dialog) ?? dialog;
    },
  });
  if (!(body instanceof Promise)) return body;
  return new Promise((resolve, reject) => {
    const pending = { isFinished: false, replace: resolve };
    answering = pending;
    const finish = (): void => {
      pending.isFinished = true;
    };
    body.then(finish, finish);
    body.then(resolve, reject);
  });
}
