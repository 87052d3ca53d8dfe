import { HttpError } from './http-error.js';
import type { HttpHeaders } from './http-message.js';
import { KeepAliveTimer } from './keep-alive-timer.js';
import { PostReply, type Post, type PostReplyOptions, type ReplyStream } from './post-reply.js';
import { SharedLimit } from '../service/shared-limit.js';
import { SseWriter } from './sse-writer.js';

/** Headers of an event stream; the last one stops proxies from buffering it. */
const streamHeaders: HttpHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

/** Most characters of events that all streams keep together for clients that reconnect. */
const maxKeptCharacters = 64 * 1024 * 1024;

/** All open event streams of an endpoint: limits their number and keeps them alive. */
export class StreamPool {
  readonly timer: KeepAliveTimer;
  /** Limit on the characters of kept events; sessions share it. */
  readonly keptCharacters = new SharedLimit(maxKeptCharacters);
  readonly #open: SharedLimit;

  constructor(maxStreams: number, keepAliveMs: number) {
    this.#open = new SharedLimit(maxStreams);
    this.timer = new KeepAliveTimer(keepAliveMs);
  }

  /** Starts to answer with a stream; returns `undefined` when too many are open. */
  open({ reply, headers, caller }: Post): SseWriter | undefined {
    if (!this.#open.take(caller)) return undefined;
    const writer = new SseWriter(reply.openStream({ ...headers, ...streamHeaders }), () => {
      this.#open.release(caller);
      this.timer.delete(writer);
    });
    this.timer.add(writer);
    reply.onDisconnect(() => writer.close());
    return writer;
  }

  /** Creates the answer to a POST of a message. Its stream ends with the connection. */
  reply(post: Post, message: unknown, statusOf: PostReplyOptions<ReplyStream>['statusOf']): PostReply {
    const open = (): ReplyStream | undefined => {
      const writer = this.open(post);
      if (writer === undefined) return undefined;
      return { send: (message) => writer.event(message), complete: () => writer.end() };
    };
    return new PostReply(post, { timer: this.timer, message, statusOf, open });
  }

  /**
   * Starts to answer a request that has to be answered with a stream.
   *
   * @throws HttpError 406 for a client that accepts no stream, 503 when too many are open.
   */
  require(post: Post): SseWriter {
    const writer = post.accepted.stream ? this.open(post) : undefined;
    if (writer === undefined) throw noStream(post);
    return writer;
  }
}

/** Error for a request whose answer has to be a stream and cannot be one. */
export function noStream({ accepted }: Post): HttpError {
  if (!accepted.stream) return new HttpError(406, 'Not Acceptable: the answer is an event stream');
  return new HttpError(503, 'Service Unavailable: too many streams are open', { 'Retry-After': '10' });
}
