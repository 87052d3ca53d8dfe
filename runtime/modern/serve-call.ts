import type { TaskOptions } from '../api/definition.js';
import type { Exchange } from '../exchange/exchange.js';
import { CallContext } from '../features/call-context.js';
import { serveFeature } from '../features/serve-feature.js';
import type { Conversation, ConversationSource } from '../interaction/conversation.js';
import type { Dialog, WorkWatch } from '../interaction/dialog.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import type { Request } from '../protocol/json-rpc.js';
import { methods, type Method } from '../protocol/methods.js';
import { invalidParams } from '../protocol/protocol-error.js';
import { emptyBody, type ResultBody } from '../results/result-body.js';
import { loadTools, type Service } from '../service/service.js';
import type { TaskStart } from '../tasks/task-start.js';
import type { ModernCaller } from './caller.js';
import type { Answering } from './dialog.js';
import { encodeResult } from './encode-result.js';
import type { Binding, Flow } from './flow.js';

const noParams: JsonObject = {};

/** A request that handlers serve, with its sender. */
interface Call {
  readonly service: Service;
  readonly request: Request;
  readonly exchange: Exchange;
  readonly caller: ModernCaller;
  /** Present when the call may become a task. */
  readonly start?: TaskStart;
}

/**
 * Serves a request whose handler may ask the client questions. A question ends the request; the client's next request
 * continues it.
 *
 * @throws ProtocolError -32602 for a state that does not belong to the request, and for malformed answers.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export function serveCall(call: Call): ResultBody | Promise<ResultBody> {
  const { service, request } = call;
  if (service.tools === undefined && methods.get(request.method)?.needsTools === true) {
    return loadTools(service).then(() => (call.exchange.isClosed ? emptyBody : serveCall(call)));
  }
  const task = findTask(service, request);
  if (task === undefined) return serveRound(call);
  const serve = (start?: TaskStart) =>
    serveRound(start === undefined ? call : { ...call, exchange: start.exchange, start });
  const encode = (body: ResultBody) => encodeResult(service, body);
  return import('../tasks/call-as-task.js').then(({ callAsTask }) => callAsTask(call, task, serve, encode));
}

function findTask({ enabled, tools }: Service, { method, params }: Request): TaskOptions | undefined {
  if (methods.get(method)?.needsTools !== true) return undefined;
  const name = String(params['name']);
  return enabled.has('tools', name) ? tools?.get(name)?.definition.task : undefined;
}

function serveRound(call: Call): ResultBody | Promise<ResultBody> {
  const { request, exchange, caller } = call;
  const method = methods.get(request.method);
  const { requestState, inputResponses = noParams } = method?.mayAsk === true ? request.params : noParams;
  if (!isJsonObject(inputResponses)) throw invalidParams('Invalid params: "inputResponses" must be an object');
  const { elicitation, sampling, roots } = caller.clientCapabilities;
  const isBound = requestState !== undefined || (elicitation ?? sampling ?? roots) !== undefined;
  const binding = {
    // Copied before the handler can change its arguments, and only for a client that can be asked.
    request: isBound ? describeRequest(request, method) : '[]',
    principal: exchange.channel.auth?.principal,
  };
  return requestState === undefined ? run(call, binding, undefined) : replay(call, binding, requestState);
}

function describeRequest({ method, params }: Request, { subject = 'name' }: Partial<Method> = {}): string {
  return JSON.stringify([method, params[subject], params['arguments'] ?? {}]);
}

async function replay(call: Call, binding: Binding, requestState: unknown): Promise<ResultBody> {
  const { service, exchange } = call;
  const { resumeFlow } = await import('./flow.js');
  const flow = await resumeFlow(service, binding, requestState);
  const watch =
    service.options.warnings === true ? new (await import('./replay-watch.js')).ReplayWatch(service) : undefined;
  return exchange.isClosed ? emptyBody : run(call, binding, flow, watch);
}

function run(
  call: Call,
  binding: Binding,
  flow: Flow | undefined,
  workWatch?: WorkWatch,
): ResultBody | Promise<ResultBody> {
  const { service, request, exchange, caller, start } = call;
  const round = new Round(call, binding, flow, workWatch);
  const meta = request.params['_meta'];
  const context = start?.createContext(caller, meta, round) ?? new CallContext(exchange, caller, meta, round);
  const body = serveFeature(service, request, context);
  return body instanceof Promise ? round.follow(body) : body;
}

/** One run of a handler. The questions of the run may replace the handler's result. */
class Round implements ConversationSource {
  readonly workWatch: WorkWatch | undefined;
  readonly #call: Call;
  readonly #binding: Binding;
  readonly #flow: Flow | undefined;
  #answering: Answering | undefined;

  constructor(call: Call, binding: Binding, flow: Flow | undefined, workWatch: WorkWatch | undefined) {
    this.#call = call;
    this.#binding = binding;
    this.#flow = flow;
    this.workWatch = workWatch;
  }

  get flowId(): string | undefined {
    return this.#flow?.id;
  }

  async openDialog(conversation: Conversation): Promise<Dialog> {
    const { service, request, exchange, start } = this.#call;
    if (methods.get(request.method)?.mayAsk !== true) throw new Error('The client cannot be asked here');
    const { ModernDialog } = await import('./dialog.js');
    const dialog = new ModernDialog({
      service,
      exchange,
      conversation,
      binding: this.#binding,
      params: request.params,
      flow: this.#flow,
      answering: this.#answering,
    });
    return start?.joinDialog(dialog) ?? dialog;
  }

  /** The handler's result, or the result that replaces it before the handler is done. */
  follow(body: Promise<ResultBody>): Promise<ResultBody> {
    return new Promise((resolve, reject) => {
      const answering = { isFinished: false, replace: resolve };
      this.#answering = answering;
      body
        .finally(() => {
          answering.isFinished = true;
        })
        .then(resolve, reject);
    });
  }
}
