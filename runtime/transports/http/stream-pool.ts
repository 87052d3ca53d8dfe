import { HttpError } from './http-error.js';
import type { HttpHeaders } from './http-message.js';
import { KeepAliveTimer } from './keep-alive-timer.js';
import { PostReply, type Post, type PostReplyOptions, type ReplyStream } from './post-reply.js';
import { SharedLimit } from '../../core/sharing/shared-limit.js';
import { SseWriter } from './sse-writer.js';

/** Headers of an event stream. The last header prevents proxies from buffering it. */
const streamHeaders: HttpHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

/** Maximum total number of event characters that all streams keep for reconnecting clients. */
const maxKeptCharacters = 64 * 1024 * 1024;

/** Options of an event stream. */
interface StreamOptions {
  readonly isDelayed?: boolean;
  readonly onExpired?: ((writer: SseWriter) => void) | undefined;
}

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

  /**
   * Starts an event stream as the response; returns `undefined` if too many are open.
   *
   * @param options `isDelayed`: the response head may wait for the first event; `onExpired`: ends the stream when the
   *   access token has expired. Default: expiry does not end the stream, which ends with a response.
   */
  open({ reply, headers, caller, expiresAt }: Post, options: StreamOptions = {}): SseWriter | undefined {
    if (!this.#open.take(caller)) return undefined;
    const onClosed = (): void => {
      this.#open.release(caller);
      this.timer.delete(writer);
    };
    const { isDelayed = false, onExpired } = options;
    const sink = reply.openStream({ ...headers, ...streamHeaders }, isDelayed);
    const isLimited = onExpired !== undefined && expiresAt !== undefined;
    const expiry = isLimited ? { at: expiresAt, end: () => onExpired(writer) } : undefined;
    const writer = new SseWriter(sink, onClosed, { isDelayed, expiry });
    this.timer.add(writer);
    reply.onDisconnect(() => writer.close());
    return writer;
  }

  /**
   * Creates the response to a POST of a message. Its stream ends with the connection.
   *
   * @param onExpired Ends a stream without its own response when the access token has expired.
   */
  reply(
    post: Post,
    message: unknown,
    statusOf: PostReplyOptions<ReplyStream>['statusOf'],
    onExpired?: () => void,
  ): PostReply {
    const open = (): ReplyStream | undefined => {
      const writer = this.open(post, { onExpired });
      if (writer === undefined) return undefined;
      return { send: (message) => writer.event(message), complete: () => writer.end() };
    };
    return new PostReply(post, { timer: this.timer, message, statusOf, open });
  }

  /**
   * Starts an event stream for a request that requires one.
   *
   * @param onExpired Ends the stream when the access token has expired: the client reconnects with a new token.
   * @throws HttpError 406 for a client that accepts no stream, 503 if too many streams are open.
   */
  require(post: Post, onExpired = (writer: SseWriter): void => writer.end()): SseWriter {
    const writer = post.accepted.stream ? this.open(post, { onExpired }) : undefined;
    if (writer === undefined) throw noStream(post);
    return writer;
  }
}

/** Creates the error for a request that requires a stream but cannot have one. */
export function noStream({ accepted }: Post): HttpError {
  if (!accepted.stream) return new HttpError(406, 'Not Acceptable: the response is an event stream');
  return new HttpError(503, 'Service Unavailable: too many streams are open', { 'Retry-After': '10' });
}
