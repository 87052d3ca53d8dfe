import { Connection } from '../../core/connection/connection.js';
import type { MessageText } from '../../wire/json-rpc.js';
import type { Channel } from '../../core/exchange/exchange.js';
import type { Post } from './post-reply.js';
import type { LegacyServing } from './serve-legacy.js';
import type { PairSession } from './session-store.js';

/** Path of the endpoint that opens a stream. */
export const streamPath = '/sse';
/** Path of the endpoint that receives messages. */
export const messagePath = '/messages';

/**
 * Answers a GET with the stream of a new session (revision 2024-11-05). It carries all messages of the server.
 *
 * @throws HttpError 406 for a client that accepts no stream, 503 when too many are open.
 * @see https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse
 */
export function openPair(serving: LegacyServing, post: Post): Promise<void> | undefined {
  const { service, streams, pairs, sequential, shared } = serving;
  if (shared !== undefined) return shared.openPair(post, formatPath);
  const writer = streams.require(post, () => pairs.close(session));
  const send = (message: MessageText): void => writer.event(message);
  const ask = (message: MessageText): boolean => {
    send(message);
    return writer.isOpen;
  };
  const id = crypto.randomUUID();
  const channel: Channel = { send, ask, respond: (answer) => answer !== undefined && send(answer) };
  const connection = new Connection(service, {
    channel,
    protocolVersion: '2024-11-05',
    sequential: sequential,
    sessionId: id,
  });
  const close = (): void => {
    connection.close(new Error('The connection was closed'));
    writer.end();
  };
  const { auth, caller } = post;
  const session: PairSession = { id, principal: auth?.principal, caller, connection, channel, isIdle: false, close };
  pairs.add(session);
  post.reply.onDisconnect(() => pairs.close(session));
  writer.endpoint(formatPath(id));
  return undefined;
}

/** Path of a client's messages, with its query. */
function formatPath(id: string): string {
  return `${messagePath}?sessionId=${id}`;
}

/**
 * Serves a message of a POST with status 202; the answer is sent on the stream. Resolves when it is sent.
 *
 * @throws HttpError 404 when the stream is not open or belongs to another principal.
 */
export function servePair({ pairs, shared }: LegacyServing, post: Post, message: unknown): Promise<void> {
  const { request, reply, headers, auth, caller, prepared } = post;
  const id = new URL(request.url, 'http://localhost').searchParams.get('sessionId') ?? '';
  if (shared !== undefined) return shared.receivePair(post, id, message);
  const { connection, channel } = pairs.find(id, auth);
  reply.send(202, headers);
  return new Promise((resolve) => {
    const respond = (answer: MessageText | undefined): void => {
      channel.respond(answer);
      resolve();
    };
    connection.receive(message, { ...channel, respond, http: request, auth, peer: caller, prepared, socket: request });
  });
}
