import { HttpError, refuse } from './http-error.js';
import type { Post } from './post-reply.js';
import { SharedLimit } from '../../core/sharing/shared-limit.js';

/** Most bodies that are awaited at once. */
const maxAwaited = 1000;

/** Request whose body is awaited. */
export type AwaitedRequest = Pick<Post, 'reply' | 'headers' | 'caller'>;

/**
 * Limit on the requests of an endpoint, counted before any work is done for them. A request counts while `authenticate` runs
 * and while it is served, but not while its body is awaited: a client that sends no body keeps nobody out.
 */
export class RequestLimit {
  readonly #running: SharedLimit;
  /**
   * Requests whose body has not arrived, by place. Places that are used again cost the garbage collector 2 µs less for each
   * request than a `Set` on Node 20.
   */
  readonly #awaited: (AwaitedRequest | undefined)[] = [];
  /** Number of the latest request at each place: they grow with time. */
  readonly #numbers: number[] = [];
  readonly #freePlaces: number[] = [];
  #lastNumber = 0;
  #onIdle: (() => void)[] = [];

  constructor(maxRequests: number) {
    this.#running = new SharedLimit(maxRequests);
  }

  /**
   * Starts to count requests of a caller, until `end` is called with the same arguments.
   *
   * @throws HttpError 400 for more requests than the caller can ever have at once, 503 while there are too many.
   */
  begin(caller: string | undefined, count: number): void {
    const { largest } = this.#running;
    if (count > largest) throw new HttpError(400, `Invalid Request: a batch may have at most ${largest} entries here`);
    if (!this.#running.take(caller, count)) throw tooMany();
  }

  end(caller: string | undefined, count: number): void {
    this.#running.release(caller, count);
    if (this.#running.isUnused) for (const wake of this.#onIdle.splice(0)) wake();
  }

  /**
   * Registers a request whose body is awaited. When there are too many, the oldest one is refused with status 408.
   *
   * @returns Place of the request, for `endBody`.
   * @throws HttpError 503 when the request could not be served.
   */
  awaitBody(post: AwaitedRequest): number {
    if (!this.#running.allows(post.caller)) throw tooMany();
    const isFull = this.#freePlaces.length === 0 && this.#awaited.length >= maxAwaited;
    if (isFull) this.#expire(this.#numbers.indexOf(Math.min(...this.#numbers)));
    const place = this.#freePlaces.pop() ?? this.#awaited.length;
    this.#awaited[place] = post;
    this.#numbers[place] = this.#lastNumber += 1;
    return place;
  }

  /** Ends the wait for a body. Returns false when the request was refused in the meantime. */
  endBody(post: AwaitedRequest, place: number): boolean {
    if (this.#awaited[place] !== post) return false;
    this.#awaited[place] = undefined;
    this.#freePlaces.push(place);
    return true;
  }

  /** Refuses the requests whose body has not arrived. Resolves when all others are answered. */
  async drain(): Promise<void> {
    for (const place of this.#awaited.keys()) this.#expire(place);
    if (!this.#running.isUnused) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  /** @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.9 */
  #expire(place: number): void {
    const post = this.#awaited[place];
    if (post === undefined || !this.endBody(post, place)) return;
    refuse(post.reply, new HttpError(408, 'Request Timeout: the body has not arrived'), post.headers);
  }
}

function tooMany(): HttpError {
  return new HttpError(503, 'Service Unavailable: too many requests at once', { 'Retry-After': '1' });
}
