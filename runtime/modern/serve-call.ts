import { answerCall } from '../features/answer-call.js';
import { CallContext } from '../features/call-context.js';
import type { TaskOptions } from '../api/definition.js';
import type { Answering, Exchange } from '../exchange/exchange.js';
import type { Interaction, InteractionSource, WorkWatch } from '../interaction/interaction.js';
import type { Conversation } from '../interaction/conversation.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import type { Request } from '../protocol/json-rpc.js';
import { loadTools } from '../service/load-tools.js';
import { invalidParams } from '../protocol/protocol-error.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import type { TaskStart } from '../tasks/task-start.js';
import type { ModernCaller } from './caller.js';
import type { Binding, Flow } from './flow.js';

const noResponses: JsonObject = {};
/** Of a client that cannot be asked: there will be no state that it could bind. */
const noBinding: Binding = { request: '[]', principal: undefined };

/** What a request is made of, apart from who sends it. */
interface Call {
  readonly service: Service;
  readonly request: Request;
  readonly exchange: Exchange;
  readonly caller: ModernCaller;
  /** Present when the call may become a task. */
  readonly start?: TaskStart;
}

/**
 * Serves a request whose handler may ask the client something: that ends the request, and the next one goes on with it.
 *
 * @throws ProtocolError -32602 for a state that does not belong to the request, and for answers that are none.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export function serveCall(call: Call): ResultBody | Promise<ResultBody> {
  const { service, request } = call;
  if (request.method === 'tools/call' && service.tools === undefined) {
    return loadTools(service).then(() => (call.exchange.isClosed ? { members: '' } : serveCall(call)));
  }
  const task = findTask(call);
  if (task === undefined) return serveRound(call);
  const serve = (start?: TaskStart) =>
    serveRound(start === undefined ? call : { ...call, exchange: start.exchange, start });
  return import('../tasks/call-as-task.js').then(({ callAsTask }) => callAsTask(call, task, serve));
}

function findTask({ service, request: { method, params } }: Call): TaskOptions | undefined {
  const name = method === 'tools/call' ? String(params['name']) : '';
  return service.enabled.has('tools', name) ? service.tools?.get(name)?.definition.task : undefined;
}

function serveRound(call: Call): ResultBody | Promise<ResultBody> {
  const { request, exchange, caller } = call;
  const { requestState, inputResponses = noResponses } = mayAsk(request) ? request.params : noResponses;
  if (!isJsonObject(inputResponses)) throw invalidParams('Invalid params: "inputResponses" must be an object');
  const { elicitation, sampling, roots } = caller.clientCapabilities;
  const isResumed = requestState !== undefined;
  const canAsk = isResumed || (elicitation ?? sampling ?? roots) !== undefined;
  if (!canAsk) return run(call, noBinding, undefined);
  // Written down before the handler can change its arguments, and only where it may be needed.
  const binding = { request: describeRequest(request), principal: exchange.channel.auth?.principal };
  if (!isResumed) return run(call, binding, undefined);
  return replay(call, binding, requestState);
}

async function replay(call: Call, binding: Binding, requestState: unknown): Promise<ResultBody> {
  const { service, exchange } = call;
  const { resumeFlow } = await import('./flow.js');
  const flow = await resumeFlow(service, binding, requestState);
  const watch = service.warnings ? new (await import('./replay-watch.js')).ReplayWatch(service) : undefined;
  return exchange.isClosed ? { members: '' } : run(call, binding, flow, watch);
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
  const body = answerCall(service, request, context);
  return start !== undefined && body instanceof Promise ? round.follow(body) : body;
}

/** One run of a handler: what it comes to may be replaced by what it asks. */
class Round implements InteractionSource {
  readonly workWatch: WorkWatch | undefined;
  readonly #call: Call;
  readonly #binding: Binding;
  readonly #flow: Flow | undefined;
  /** That of a call that may become a task; else the request has its own. */
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

  async openConversation(interaction: Interaction): Promise<Conversation> {
    const { service, request, exchange, caller, start } = this.#call;
    if (!mayAsk(request)) throw new Error('The client cannot be asked here');
    const [{ Conversation }, { ModernDialog }] = await Promise.all([
      import('../interaction/conversation.js'),
      import('./dialog.js'),
    ]);
    const dialog = new ModernDialog({
      service,
      exchange,
      interaction,
      binding: this.#binding,
      params: request.params,
      flow: this.#flow,
      answering: this.#answering ?? exchange.answering,
    });
    return new Conversation(caller, start?.joinDialog(dialog) ?? dialog);
  }

  /** What the handler comes to, or what replaces it before that. */
  follow(body: Promise<ResultBody>): Promise<ResultBody> {
    return new Promise((resolve, reject) => {
      const answering = { isFinished: false, replace: resolve };
      const finish = (): void => {
        answering.isFinished = true;
      };
      this.#answering = answering;
      body.finally(finish).then(resolve, reject);
    });
  }
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#supported-requests */
function mayAsk({ method }: Request): boolean {
  return method !== 'completion/complete';
}

function describeRequest({ method, params }: Request): string {
  const { name, uri, arguments: values = {} } = params;
  return JSON.stringify([method, method === 'resources/read' ? uri : name, values]);
}
