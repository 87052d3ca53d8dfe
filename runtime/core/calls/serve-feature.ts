import type { Caller, Exchange } from '../exchange/exchange.js';
import type { ClientRequester } from '../exchange/client-requester.js';
import type { CallSource } from '../client-requests/conversation.js';
import type { JsonObject } from '../../wire/json.js';
import type { Request } from '../../wire/json-rpc.js';
import { ProtocolError } from '../../wire/protocol-error.js';
import { emptyBody, type ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import type { StartedCall, TaskPort } from '../service/task-port.js';
import { respondInOrder } from './response-order.js';
import { CallContext } from './call-context.js';
import { callTool } from './call-tool.js';
import { complete } from './complete.js';
import { getPrompt } from './get-prompt.js';
import { listResources } from './list-resources.js';
import { limitCalls } from './limit-calls.js';
import { findServe, openTasks } from '../service/open-parts.js';
import { prepareCall, type Prepared, type PreparedCall } from './prepare-call.js';
import { readResource } from './read-resource.js';
import { refuseScopes } from './refuse-scopes.js';

type ServeFeature = (service: Service, params: JsonObject, context: CallContext) => ResultBody | Promise<ResultBody>;

/** Methods that handlers serve. */
const features: ReadonlyMap<string, ServeFeature> = new Map<string, ServeFeature>([
  ['tools/call', callTool],
  ['prompts/get', getPrompt],
  ['resources/list', listResources],
  ['resources/read', readResource],
  ['completion/complete', complete],
]);

/** Request with its sender. */
export interface ServedCall {
  readonly service: Service;
  readonly request: Request;
  readonly exchange: Exchange;
  readonly caller: Caller;
  /** Opens the requester for the client of the request, in the legacy era. */
  openRequester(): Promise<ClientRequester>;
}

/** Serves a call in its era; as a task, if `start` is given. */
type ServePrepared = (prepared: PreparedCall, start?: StartedCall) => ResultBody | Promise<ResultBody>;

/**
 * Prepares and serves a request, possibly as a task. Responses keep the order of requests.
 *
 * @param serve Serves the request for its era.
 * @throws ProtocolError 403 for a caller who lacks scopes, and the errors of `serve`.
 */
export function serveCall(call: ServedCall, serve: ServePrepared): ResultBody | Promise<ResultBody> {
  const { service, request, exchange } = call;
  const serveReady = (prepared: Prepared): ResultBody | Promise<ResultBody> => {
    if ('lacking' in prepared) return refuseScopes(request.method, prepared.lacking);
    const mayBeTask = (prepared.tool?.definition.task ?? request.params['task']) !== undefined;
    const port = mayBeTask && prepared.method.needsTools === true ? openTasks(service) : undefined;
    if (port === undefined) return serve(prepared);
    const take = (tasks: TaskPort | undefined): ResultBody | Promise<ResultBody> => {
      const offered = { ...call, openRequester: () => call.openRequester(), tool: prepared.tool };
      const taken = tasks?.take({ ...offered, serve: (start) => serve(prepared, start) });
      return taken ?? serve(prepared);
    };
    return port instanceof Promise ? port.then((tasks) => (exchange.isClosed ? emptyBody : take(tasks))) : take(port);
  };
  const prepare = (): ResultBody | Promise<ResultBody> => {
    const prepared = prepareCall(service, request, exchange.channel);
    // A request that was cancelled in the meantime must no longer take effect.
    if (prepared instanceof Promise) {
      return prepared.then((ready) => (exchange.isClosed ? emptyBody : serveReady(ready)));
    }
    return serveReady(prepared);
  };
  const isOrdered = service.parts.methods.get(request.method)?.servedBy !== 'part';
  return isOrdered ? respondInOrder(exchange, prepare) : prepare();
}

/**
 * Serves a call of the legacy era, whose handler can send client requests while it runs.
 *
 * @throws Same errors as {@link serveCall}.
 */
export function serveLegacyCall(call: ServedCall): ResultBody | Promise<ResultBody> {
  const { service, exchange, caller } = call;
  return serveCall(call, (prepared, start) =>
    serveFeature(service, prepared, start?.exchange ?? exchange, caller, {
      task: start,
      openRequester: async () => {
        const requester = await call.openRequester();
        return start?.joinRequester?.(requester) ?? requester;
      },
    }),
  );
}

/**
 * Serves a prepared request, in either era.
 *
 * @param source Parts of the call that depend on the era.
 * @throws ProtocolError 429 after too many calls; the errors of the method itself.
 */
export function serveFeature(
  service: Service,
  prepared: PreparedCall,
  exchange: Exchange,
  caller: Caller,
  source: CallSource,
): ResultBody | Promise<ResultBody> {
  const counting = count(service, prepared, exchange);
  const run = () => {
    const { params } = prepared.request;
    return runMethod(service, prepared, new CallContext(exchange, caller, params['_meta'], source, service.state.app));
  };
  return counting === undefined ? run() : counting.then(() => (exchange.isClosed ? emptyBody : run()));
}

/**
 * Counts a call against `callsPerSecond` unless it was counted on arrival. Requests that parts serve are not counted.
 */
function count(
  service: Service,
  { method, isCounted }: PreparedCall,
  { channel }: Exchange,
): Promise<void> | undefined {
  if (service.callsPerSecond === undefined) return undefined;
  if (isCounted === true || method.servedBy === 'part') return undefined;
  return limitCalls(service, channel.auth?.principal ?? channel.peer ?? '');
}

function runMethod(
  service: Service,
  { request, method }: PreparedCall,
  context: CallContext,
): ResultBody | Promise<ResultBody> {
  const { method: name, params } = request;
  if (method.part === undefined) {
    const serve = features.get(name);
    if (serve === undefined) throw new ProtocolError(-32601, 'Method not found');
    return serve(service, params, context);
  }
  const serve = findServe(service, name, method.part);
  if (!(serve instanceof Promise)) return serve(params, context);
  return serve.then((opened) => (context.isClosed ? emptyBody : opened(params, context)));
}
