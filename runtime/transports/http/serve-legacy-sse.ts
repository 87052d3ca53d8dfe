import { Connection } from '../../core/connection/connection.js';
import type { MessageText } from '../../wire/json-rpc.js';
import type { Channel } from '../../core/exchange/exchange.js';
import type { Post } from './post-reply.js';
import type { LegacyServing } from './serve-legacy.js';
import type { SseSession } from './session-store.js';

/** Path of the endpoint that opens a stream. */
export const streamPath = '/sse';
/** Path of the endpoint that receives messages. */
export const messagePath = '/messages';

/**
 * Responds to a GET with the stream of a new session (protocol version 2024-11-05), which carries all messages of the
 * server.
 *
 * @throws HttpError 406 for a client that accepts no stream, 503 if too many streams are open.
 * @see https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse
 */
export function openSseStream(serving: LegacyServing, post: Post): Promise<void> | undefined {
  const { service, streams, sseSessions, sequential, shared } = serving;
  if (shared !== undefined) return shared.openSseStream(post, formatPath);
  const writer = streams.require(post, () => sseSessions.close(session));
  const send = (message: MessageText): void => writer.event(message);
  const ask = (message: MessageText): boolean => {
    send(message);
    return writer.isOpen;
  };
  const id = crypto.randomUUID();
  const channel: Channel = { send, ask, respond: (response) => response !== undefined && send(response) };
  const connection = new Connection(service, {
    channel,
    protocolVersion: '2024-11-05',
    sequential,
    sessionId: id,
  });
  const close = (): void => {
    connection.close('The connection was closed');
    writer.end();
  };
  const { auth, caller } = post;
  const session: SseSession = { id, principal: auth?.principal, caller, connection, channel, isIdle: false, close };
  sseSessions.add(session);
  post.reply.onDisconnect(() => sseSessions.close(session));
  writer.endpoint(formatPath(id));
  return undefined;
}

/** Returns the path and query for a client's messages. */
function formatPath(id: string): string {
  return `${messagePath}?sessionId=${id}`;
}

/**
 * Serves the message of a POST with status 202; the response is sent on the stream. Resolves when the response is sent.
 *
 * @throws HttpError 404 if the stream is not open or belongs to another principal.
 */
export function serveSseMessage({ sseSessions, shared }: LegacyServing, post: Post, message: unknown): Promise<void> {
  const { request, reply, headers, auth, caller, prepared } = post;
  const id = new URL(request.url, 'http://localhost').searchParams.get('sessionId') ?? '';
  if (shared !== undefined) return shared.receiveSseMessage(post, id, message);
  const { connection, channel } = sseSessions.find(id, auth);
  reply.send(202, headers);
  return new Promise((resolve) => {
    const respond = (response: MessageText | undefined): void => {
      channel.respond(response);
      resolve();
    };
    connection.receive(message, { ...channel, respond, http: request, auth, peer: caller, prepared, socket: request });
  });
}
