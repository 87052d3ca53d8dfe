import type { RequestSpan } from '../../core/api/telemetry.js';
import { handleRequest } from '../../core/connection/handle-request.js';
import { Exchange } from '../../core/exchange/exchange.js';
import { describeInvalid } from '../../wire/describe-invalid.js';
import { classify, encodeError, type Incoming, type Notification, type Request } from '../../wire/json-rpc.js';
import { readModernCaller } from '../../core/eras/modern/caller.js';
import { ProtocolError } from '../../wire/protocol-error.js';
import { reportThrown } from '../../core/service/report-thrown.js';
import type { Service } from '../../core/service/service.js';
import { loadTools } from '../../core/service/load-tools.js';
import { requireTasks, wantsTasks } from '../../features/tasks/tasks-extension.js';
import { assertSupported, checkHeaders, checkParameters } from './check-headers.js';
import { sendResponse, type Post } from './post-reply.js';
import { noStream, type StreamPool } from './stream-pool.js';
import type { UnfinishedRequests } from './unfinished-requests.js';

/** Parts of the endpoint that serve the modern era. */
export interface ModernServing {
  readonly service: Service;
  readonly streams: StreamPool;
  readonly unfinished: UnfinishedRequests;
}

/**
 * Serves a POST of the modern era: one independent request. Closing the connection cancels the request. Resolves when
 * the response is sent, the request is cancelled, or a subscription has started; returns `undefined` if this has
 * already happened.
 *
 * @throws HttpError 406 or 503 if a subscription cannot have a stream.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export function serveModern(serving: ModernServing, post: Post, message: unknown): Promise<void> | undefined {
  const { service } = serving;
  const incoming = classify(message);
  const isObserved = incoming.kind === 'request' || incoming.kind === 'notification';
  const span = isObserved ? observe(service, post, incoming) : undefined;
  const refuse = (error: unknown): undefined => {
    if (!(error instanceof ProtocolError)) {
      span?.end({ errorType: 'refused' });
      throw error;
    }
    const id = incoming.kind === 'request' || incoming.kind === 'invalid' ? incoming.id : undefined;
    span?.end({ code: error.code, message: error.message });
    sendResponse(post, 400, encodeError(id, error.code, error.message, error.data));
  };
  try {
    if (incoming.kind === 'request') {
      return serveModernPost(serving, post, message, incoming, span)?.catch(refuse);
    }
    refuseOthers(incoming, post);
    span?.end();
    return undefined;
  } catch (error) {
    return refuse(error);
  }
}

/**
 * Accepts a notification with status 202. Notifications have no effect over HTTP, because a client cancels by closing
 * the connection.
 *
 * @throws ProtocolError for any other message, and for a version that the server does not support.
 */
function refuseOthers(incoming: Exclude<Incoming, Request>, { request, reply, headers }: Post): void {
  const version = request.header('mcp-protocol-version');
  switch (incoming.kind) {
    case 'notification':
      if (version !== undefined) assertSupported(version);
      return reply.send(202, headers);
    case 'response':
      throw new ProtocolError(-32600, 'Invalid Request: responses are not accepted');
    case 'ignored':
      throw new ProtocolError(-32600, 'Invalid Request: a malformed notification');
    case 'invalid':
      throw new ProtocolError(-32600, `Invalid Request: ${describeInvalid(incoming.message)}`);
  }
}

/** @throws ProtocolError for a request that is rejected with status 400. */
function serveModernPost(
  { service, streams, unfinished }: ModernServing,
  post: Post,
  message: unknown,
  request: Request,
  span: RequestSpan | undefined,
): Promise<void> | undefined {
  checkHeaders(service, post.request, request);
  const { clientCapabilities } = readModernCaller(request.params);
  const isSubscription = request.method === 'subscriptions/listen';
  // Checked before the stream is opened, because a rejection has a different status.
  const isForTasks = isSubscription && wantsTasks(service.definition, request.params['notifications']);
  if (isForTasks) requireTasks(clientCapabilities);
  const expire = (): void => exchange.abort(new Error('The access token has expired'));
  const reply = streams.reply(post, message, statusOf, isSubscription ? expire : undefined);
  if (isSubscription && reply.openStream() === undefined) throw noStream(post);
  const exchange = Object.assign(new Exchange(request.id, reply), { method: request.method, span });
  const cancel = (): void => {
    exchange.close(undefined);
    exchange.abort(new Error('The client closed the connection'));
  };
  const needsTools = service.parts.methods.get(request.method)?.needsTools === true;
  const serve = (): Promise<void> | undefined => {
    if (exchange.isClosed) return undefined;
    if (needsTools) checkParameters(service, post.request, request);
    handleRequest(service, request, exchange);
    if (exchange.isClosed) return undefined;
    post.reply.onDisconnect(cancel);
    reply.keepAlive();
    // A subscription counts as an open stream, not as a running request.
    return isSubscription ? undefined : unfinished.add(exchange);
  };
  if (!needsTools || service.state.tools !== undefined) return serve();
  post.reply.onDisconnect(cancel);
  return loadTools(service).then(serve, (error: unknown) => fail(service, exchange, error));
}

function observe(service: Service, { request, auth }: Post, message: Request | Notification): RequestSpan | undefined {
  return service.telemetry?.receive(service, message, { http: request, auth, socket: request });
}

function fail(service: Service, exchange: Exchange, error: unknown): void {
  reportThrown(service.report, 'REQUEST', error, exchange);
  exchange.close(encodeError(exchange.id, -32603, 'Internal error'), -32603);
}

/**
 * Returns the HTTP status of a response, from its JSON-RPC error code.
 *
 * @see
 *   https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#protocol-version-header
 * @see docs/decisions/0047-http-status-describes-the-request.md
 */
function statusOf(errorCode: number | undefined): number {
  if (errorCode === -32601) return 404;
  return errorCode === -32021 || errorCode === -32022 ? 400 : 200;
}
