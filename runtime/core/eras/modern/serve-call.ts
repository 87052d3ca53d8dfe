import type { Exchange } from '../../exchange/exchange.js';
import type { PreparedCall } from '../../calls/prepare-call.js';
import { serveCall as serve, serveFeature } from '../../calls/serve-feature.js';
import type { ReplayWatch } from '../../client-requests/replay-watch.js';
import { exactOf } from '../../../wire/exact-value.js';
import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import { valueAt } from '../../../wire/value-at.js';
import type { Request } from '../../../wire/json-rpc.js';
import { VisibleError } from '../../api/errors.js';
import { invalidParams } from '../../../wire/protocol-error.js';
import { emptyBody, type ResultBody } from '../../results/result-body.js';
import type { Service } from '../../service/service.js';
import type { StartedCall } from '../../service/task-port.js';
import type { ModernCaller } from './caller.js';
import type { PendingResult } from './modern-client-requester.js';
import type { Binding, Flow } from './flow.js';

const noParams: JsonObject = {};

/** Request that a handler serves, with its sender. */
interface Call {
  readonly service: Service;
  readonly request: Request;
  readonly exchange: Exchange;
  readonly caller: ModernCaller;
}

/** One round of a prepared request. */
interface PreparedRound extends Omit<Call, 'request'> {
  readonly prepared: PreparedCall;
}

/**
 * Serves a request whose handler may send client requests. A client request ends the request; the client's next request
 * continues it.
 *
 * @throws ProtocolError -32602 for a state that does not belong to the request, and for malformed responses; -32021 for
 *   a client without tasks support, if the tool requires it.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export function serveCall(call: Call): ResultBody | Promise<ResultBody> {
  const { service, request, exchange, caller } = call;
  // Object spread would take 6 µs per call.
  return serve({ service, request, exchange, caller, openRequester: refuseClientRequests }, (prepared, start) =>
    serveRound({ service, prepared, exchange: start?.exchange ?? exchange, caller }, start),
  );
}

/** Rejects client requests, because tasks of this era contain them. */
async function refuseClientRequests(): Promise<never> {
  throw new VisibleError('Client requests are not supported here');
}

function serveRound(call: PreparedRound, start?: StartedCall): ResultBody | Promise<ResultBody> {
  const { prepared, exchange, caller } = call;
  const { request } = prepared;
  const { method, params } = request;
  const { mayAsk, subject = 'name' } = prepared.method;
  const { requestState, inputResponses = noParams } = mayAsk === true ? params : noParams;
  if (!isJsonObject(inputResponses)) throw invalidParams('Invalid params: "inputResponses" must be an object');
  const { elicitation, sampling, roots } = caller.clientCapabilities;
  const isBound = requestState !== undefined || (elicitation ?? sampling ?? roots) !== undefined;
  const binding = {
    // Copied before the handler can change its arguments, and only for a client that supports client requests.
    request: isBound ? describeRequest(method, params[subject], params['arguments'] ?? {}) : '[]',
    principal: identify(call.service, exchange),
  };
  return requestState === undefined ? run(call, start, binding) : replay(call, start, binding, requestState);
}

/** Returns the caller that a state belongs to: the principal, and other values that calls depend on. */
function identify({ toolsDefinition: { identity } }: Service, { channel }: Exchange): string | undefined {
  const { auth, http } = channel;
  if (identity === undefined) return auth?.principal;
  const claims = identity.claims.map((path) => valueAt(auth?.['claims'], path));
  const headers = identity.headers.map((name) => http?.header(name));
  return JSON.stringify([auth?.principal, claims, headers]);
}

/**
 * Encodes the parts of a request that its continuation must repeat. Integers that a number cannot hold become strings.
 */
function describeRequest(method: string, name: unknown, args: unknown): string {
  const exact = exactOf(args);
  const parts = exact === args ? [method, name, args] : [method, name, args, exact];
  return JSON.stringify(parts, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

async function replay(
  call: PreparedRound,
  start: StartedCall | undefined,
  binding: Binding,
  requestState: unknown,
): Promise<ResultBody> {
  const { service, exchange } = call;
  const { resumeFlow } = await import('./flow.js');
  const flow = await resumeFlow(service, binding, requestState, exchange);
  if (flow.traceparent !== undefined) exchange.span?.link(flow.traceparent);
  const watching =
    service.options.warnings === true ? await import('../../client-requests/replay-watch.js') : undefined;
  return exchange.isClosed ? emptyBody : run(call, start, binding, flow, watching && new watching.ReplayWatch(service));
}

/** Runs the handler once. Client requests of the run may replace its result before the handler ends. */
function run(
  { service, prepared, exchange, caller }: PreparedRound,
  start: StartedCall | undefined,
  binding: Binding,
  flow?: Flow,
  replayWatch?: ReplayWatch,
): ResultBody | Promise<ResultBody> {
  let pendingResult: PendingResult | undefined;
  const body = serveFeature(service, prepared, exchange, caller, {
    idempotencyKey: flow?.id,
    replayWatch,
    task: start,
    openRequester: async (conversation) => {
      if (prepared.method.mayAsk !== true) return refuseClientRequests();
      const { ModernClientRequester } = await import('./modern-client-requester.js');
      const { params } = prepared.request;
      const requester = new ModernClientRequester({
        service,
        exchange,
        conversation,
        binding,
        params,
        flow,
        pendingResult,
      });
      return start?.joinRequester?.(requester) ?? requester;
    },
  });
  if (!(body instanceof Promise)) return body;
  return new Promise((resolve, reject) => {
    const pending = { isFinished: false, replace: resolve };
    pendingResult = pending;
    const finish = (): void => {
      pending.isFinished = true;
    };
    body.then(finish, finish);
    body.then(resolve, reject);
  });
}
