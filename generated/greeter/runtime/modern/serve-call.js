import { answerCall } from '../features/answer-call.js';
import { CallContext } from '../features/call-context.js';
import { isJsonObject } from '../protocol/json-object.js';
import { loadTools } from '../service/load-tools.js';
import { invalidParams } from '../protocol/protocol-error.js';
const noResponses = {};
/** Of a client that cannot be asked: there will be no state that it could bind. */
const noBinding = { request: '[]', principal: undefined };
/**
 * Serves a request whose handler may ask the client something: that ends the request, and the next one goes on with it.
 *
 * @throws ProtocolError -32602 for a state that does not belong to the request, and for answers that are none.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export function serveCall(call) {
    const { service, request } = call;
    if (request.method === 'tools/call' && service.tools === undefined) {
        return loadTools(service).then(() => (call.exchange.isClosed ? { members: '' } : serveCall(call)));
    }
    const task = findTask(call);
    if (task === undefined)
        return serveRound(call);
    const serve = (start) => serveRound(start === undefined ? call : { ...call, exchange: start.exchange, start });
    return import('../tasks/call-as-task.js').then(({ callAsTask }) => callAsTask(call, task, serve));
}
function findTask({ service, request: { method, params } }) {
    const name = method === 'tools/call' ? String(params['name']) : '';
    return service.enabled.has('tools', name) ? service.tools?.get(name)?.definition.task : undefined;
}
function serveRound(call) {
    const { request, exchange, caller } = call;
    const { requestState, inputResponses = noResponses } = mayAsk(request) ? request.params : noResponses;
    if (!isJsonObject(inputResponses))
        throw invalidParams('Invalid params: "inputResponses" must be an object');
    const { elicitation, sampling, roots } = caller.clientCapabilities;
    const isResumed = requestState !== undefined;
    const canAsk = isResumed || (elicitation ?? sampling ?? roots) !== undefined;
    if (!canAsk)
        return run(call, noBinding, undefined);
    // Written down before the handler can change its arguments, and only where it may be needed.
    const binding = { request: describeRequest(request), principal: exchange.channel.auth?.principal };
    if (!isResumed)
        return run(call, binding, undefined);
    return replay(call, binding, requestState);
}
async function replay(call, binding, requestState) {
    const { service, exchange } = call;
    const { resumeFlow } = await import('./flow.js');
    const flow = await resumeFlow(service, binding, requestState);
    const watch = service.warnings ? new (await import('./replay-watch.js')).ReplayWatch(service) : undefined;
    return exchange.isClosed ? { members: '' } : run(call, binding, flow, watch);
}
function run(call, binding, flow, workWatch) {
    const { service, request, exchange, caller, start } = call;
    const round = new Round(call, binding, flow, workWatch);
    const meta = request.params['_meta'];
    const context = start?.createContext(caller, meta, round) ?? new CallContext(exchange, caller, meta, round);
    const body = answerCall(service, request, context);
    return start !== undefined && body instanceof Promise ? round.follow(body) : body;
}
/** One run of a handler: what it comes to may be replaced by what it asks. */
class Round {
    workWatch;
    #call;
    #binding;
    #flow;
    /** That of a call that may become a task; else the request has its own. */
    #answering;
    constructor(call, binding, flow, workWatch) {
        this.#call = call;
        this.#binding = binding;
        this.#flow = flow;
        this.workWatch = workWatch;
    }
    get flowId() {
        return this.#flow?.id;
    }
    async openConversation(interaction) {
        const { service, request, exchange, caller, start } = this.#call;
        if (!mayAsk(request))
            throw new Error('The client cannot be asked here');
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
    follow(body) {
        return new Promise((resolve, reject) => {
            const answering = { isFinished: false, replace: resolve };
            const finish = () => {
                answering.isFinished = true;
            };
            this.#answering = answering;
            body.finally(finish).then(resolve, reject);
        });
    }
}
/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#supported-requests */
function mayAsk({ method }) {
    return method !== 'completion/complete';
}
function describeRequest({ method, params }) {
    const { name, uri, arguments: values = {} } = params;
    return JSON.stringify([method, method === 'resources/read' ? uri : name, values]);
}
