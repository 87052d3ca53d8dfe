import { answerRequest } from '../connection/answer-request.js';
import { Exchange } from '../exchange/exchange.js';
import { classify, encodeError, type Request, type RequestId } from '../protocol/json-rpc.js';
import { loadTools } from '../service/load-tools.js';
import { readCaller } from '../modern/caller.js';
import { messageOf, ProtocolError } from '../protocol/protocol-error.js';
import { formatReport } from '../service/report.js';
import type { Service } from '../service/service.js';
import { checkTaskFilter } from '../tasks/require-tasks.js';
import { assertSupported, checkHeaders, checkParameters } from './check-headers.js';
import { PostReply, sendAnswer, type Post } from './post-reply.js';
import { noStream, type StreamPool } from './stream-pool.js';

/**
 * Serves a POST of the modern era: one request, which needs nothing but itself. When its connection closes before the
 * answer, the request is cancelled.
 *
 * @returns Resolves when it is answered or cancelled; `undefined` when it is already, or is a subscription that has begun.
 * @throws HttpError when a subscription cannot have a stream.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export function serveModern(
  service: Service,
  streams: StreamPool,
  post: Post,
  message: unknown,
): Promise<void> | undefined {
  const incoming = classify(message);
  switch (incoming.kind) {
    case 'request':
      return serveOne(service, streams, post, incoming);
    case 'notification':
      noticeOne(post);
      break;
    case 'response':
      sendAnswer(post, 400, encodeError(undefined, -32600, 'Invalid Request: responses are not taken'));
      break;
    case 'ignored':
      sendAnswer(post, 400, encodeError(undefined, -32600, 'Invalid Request: a malformed notification'));
      break;
    case 'invalid':
      sendAnswer(post, 400, encodeError(incoming.id, -32600, `Invalid Request: ${incoming.reason}`));
  }
  return undefined;
}

/** None of them concerns a server over HTTP: to close the connection is to cancel. */
function noticeOne(post: Post): void {
  const version = post.request.read('mcp-protocol-version');
  try {
    if (version !== undefined) assertSupported(version);
  } catch (error) {
    return refuseRequest(post, undefined, error);
  }
  post.reply.send(202, post.headers);
}

/** Refuses a request for what its headers or metadata say. */
function refuseRequest(post: Post, id: RequestId | undefined, error: unknown): void {
  if (!(error instanceof ProtocolError)) throw error;
  const { code, message, data } = error;
  sendAnswer(post, 400, encodeError(id, code, message, data));
}

function serveOne(service: Service, streams: StreamPool, post: Post, request: Request): Promise<void> | undefined {
  const isSubscription = request.method === 'subscriptions/listen';
  try {
    checkHeaders(post.request, request);
    const { clientCapabilities } = readCaller(request.params);
    // Before there is a stream: it could not have the status any more.
    if (isSubscription) checkTaskFilter(service.definition, request.params, clientCapabilities);
  } catch (error) {
    refuseRequest(post, request.id, error);
    return undefined;
  }
  const reply = new PostReply(post, streams, statusOf);
  if (isSubscription && !reply.openStream()) throw noStream(post.accepted);
  if (request.method !== 'tools/call') return answerOne(service, request, reply);
  if (service.tools !== undefined) return callOne(service, post, request, reply);
  // The client may go before they are there.
  reply.linger();
  return loadTools(service).then(
    () => (reply.isGone ? undefined : callOne(service, post, request, reply)),
    (error: unknown) => {
      service.report(formatReport('REQUEST', messageOf(error)));
      reply.respond(encodeError(request.id, -32603, 'Internal error'), -32603);
    },
  );
}

function callOne(service: Service, post: Post, request: Request, reply: PostReply): Promise<void> | undefined {
  try {
    checkParameters(service, post.request, request);
  } catch (error) {
    refuseRequest(post, request.id, error);
    return undefined;
  }
  return answerOne(service, request, reply);
}

function answerOne(service: Service, request: Request, reply: PostReply): Promise<void> | undefined {
  const exchange = new Exchange(request.id, reply, reply);
  answerRequest(service, request, exchange);
  if (exchange.isClosed) return undefined;
  // A subscription is bounded as the stream that it is, not as a request.
  const ended = request.method === 'subscriptions/listen' ? undefined : reply.ended;
  reply.wait(() => {
    exchange.close(undefined);
    exchange.abort(new Error('The client closed the connection'));
  });
  return ended;
}

/**
 * What was wrong with the request as such has a status of its own; how the method fared is no matter of HTTP.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#protocol-version-header
 */
function statusOf(errorCode: number | undefined): number {
  if (errorCode === -32601) return 404;
  return errorCode === -32021 || errorCode === -32022 ? 400 : 200;
}
