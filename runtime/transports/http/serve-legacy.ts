import { handleRequest } from '../../core/connection/handle-request.js';
import { Connection } from '../../core/connection/connection.js';
import { Exchange } from '../../core/exchange/exchange.js';
import { classify, type Request } from '../../wire/json-rpc.js';
import { LegacySession } from '../../core/eras/legacy/session.js';
import { legacyProtocolVersions, type LegacyProtocolVersion } from '../../wire/protocol-versions.js';
import type { Service } from '../../core/service/service.js';
import { checkSessionVersion } from './check-session-version.js';
import { HttpError } from './http-error.js';
import { HttpSession, startConnection } from './http-session.js';
import { legacyStatusOf, type Post } from './post-reply.js';
import type { SseSession, SessionStore } from './session-store.js';
import type { SharedSessions } from './shared/shared-sessions.js';
import { noStream, type StreamPool } from './stream-pool.js';
import type { UnfinishedRequests } from './unfinished-requests.js';

/** Parts of the endpoint that serve the legacy era. */
export interface LegacyServing {
  readonly service: Service;
  readonly streams: StreamPool;
  readonly unfinished: UnfinishedRequests;
  /** `undefined` if sessions are disabled, so that each request is independent. */
  readonly sessions: SessionStore<HttpSession> | undefined;
  /** Sessions of the two endpoints of protocol version 2024-11-05. */
  readonly sseSessions: SessionStore<SseSession>;
  readonly sequential: boolean;
  /** The sessions of both transports, if several processes share them. */
  shared?: SharedSessions;
}

/**
 * Serves a POST of the legacy era. Resolves when the response is sent; returns `undefined` if it is already sent.
 *
 * @throws HttpError 400 without a session id and for a malformed notification, 404 for an unknown session, 503 if there
 *   are too many sessions.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
 */
export function serveLegacy(serving: LegacyServing, post: Post, message: unknown): Promise<void> | undefined {
  const incoming = classify(message);
  if (incoming.kind === 'ignored') throw new HttpError(400, 'Invalid Request: a malformed notification');
  const { sessions } = serving;
  const isRequest = incoming.kind === 'request';
  if (sessions === undefined) {
    return isRequest ? serveAlone(serving, post, message, incoming) : serveBatchAlone(serving, post, message);
  }
  const isStart = isRequest && incoming.method === 'initialize' && post.request.header('mcp-session-id') === undefined;
  if (serving.shared !== undefined) {
    return isStart ? serving.shared.start(post, message) : serving.shared.receive(post, sessionId(post), message);
  }
  if (isStart) {
    openSession(serving, sessions, post, message);
    return undefined;
  }
  return sessions.find(sessionId(post), post.auth).receive(post, message);
}

/**
 * Responds to a GET with a stream of the server's messages.
 *
 * @throws HttpError 406 for a client that accepts no stream; the errors of the session's `receive` and `listen`.
 */
export function serveListening(
  { shared }: LegacyServing,
  sessions: SessionStore<HttpSession>,
  post: Post,
): Promise<void> | undefined {
  if (!post.accepted.stream) throw noStream(post);
  const lastEventId = post.request.header('last-event-id');
  if (shared !== undefined) return shared.listen(post, sessionId(post), lastEventId);
  sessions.find(sessionId(post), post.auth).listen(post, lastEventId);
  return undefined;
}

/** Serves a DELETE, which closes the session. */
export async function serveDelete(
  { shared }: LegacyServing,
  sessions: SessionStore<HttpSession>,
  post: Post,
): Promise<void> {
  if (shared === undefined) {
    const session = sessions.find(sessionId(post), post.auth);
    checkSessionVersion(post.request, session.connection.protocolVersion);
    sessions.close(session);
  } else await shared.remove(post, sessionId(post));
  post.reply.send(204, post.headers);
}

/** @throws HttpError 400 */
function sessionId({ request }: Post): string {
  const id = request.header('mcp-session-id');
  if (id === undefined) throw new HttpError(400, 'Bad Request: the header Mcp-Session-Id is missing');
  return id;
}

function openSession(serving: LegacyServing, sessions: SessionStore<HttpSession>, post: Post, message: unknown): void {
  const { service, streams, sequential } = serving;
  const session = new HttpSession(service, streams, post, sequential);
  const { responses, isRefused } = startConnection(session.connection, post, message);
  if (!isRefused) sessions.add(session);
  const headers = isRefused ? post.headers : { ...post.headers, 'Mcp-Session-Id': session.id };
  const reply = streams.reply({ ...post, headers }, message, legacyStatusOf);
  for (const response of responses) reply.respond(...response);
}

/** Serves a request without a session. */
function serveAlone(
  { service, streams, unfinished }: LegacyServing,
  post: Post,
  message: unknown,
  request: Request,
): Promise<void> | undefined {
  const reply = streams.reply(post, message, legacyStatusOf);
  const exchange = new Exchange(request.id, reply);
  const session = new LegacySession(claimedProtocolVersion(post));
  exchange.observe(service, request, session);
  handleRequest(service, request, exchange, session);
  if (exchange.isClosed) return undefined;
  reply.keepAlive();
  return unfinished.add(exchange);
}

/**
 * Serves a message without a session that is not a single request: a batch, a notification, a response or an invalid
 * message.
 */
async function serveBatchAlone(serving: LegacyServing, post: Post, message: unknown): Promise<void> {
  const { service, streams, unfinished, sequential } = serving;
  const reply = streams.reply(post, message, legacyStatusOf);
  const connection = new Connection(service, {
    channel: reply,
    protocolVersion: claimedProtocolVersion(post),
    sequential,
  });
  connection.receive(message);
  // Notifications and responses are complete: not waiting, and closing without an error, saves a quarter of their CPU time.
  if (!connection.isIdle) {
    reply.keepAlive();
    await unfinished.addBatch(connection);
  }
  connection.close('The request has ended');
}

function claimedProtocolVersion({ request }: Post): LegacyProtocolVersion {
  const claimed = request.header('mcp-protocol-version');
  return legacyProtocolVersions.find((known) => known === claimed) ?? '2025-03-26';
}
