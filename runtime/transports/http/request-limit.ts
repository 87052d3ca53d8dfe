import { HttpError, refuse } from './http-error.js';
import type { Post } from './post-reply.js';
import { SharedLimit } from '../../core/sharing/shared-limit.js';

/** Maximum number of bodies that are awaited at the same time. */
const maxAwaited = 1000;

/** Request whose body is awaited. */
export type AwaitedRequest = Pick<Post, 'reply' | 'headers' | 'caller'>;

/**
 * Limit on the requests of an endpoint, counted before any work is done for them. A request counts while `authenticate`
 * runs and while it is served, but not while its body is awaited, so a client that sends no body does not block others.
 */
export class RequestLimit {
  readonly #running: SharedLimit;
  /**
   * Requests whose body has not arrived, by slot. On Node 20, reusing slots instead of using a `Set` saves 2 µs of
   * garbage collection per request.
   */
  readonly #awaited: (AwaitedRequest | undefined)[] = [];
  /** Number of the latest request in each slot; numbers increase with each request. */
  readonly #numbers: number[] = [];
  readonly #freePlaces: number[] = [];
  #lastNumber = 0;
  #onIdle: (() => void)[] = [];

  constructor(maxRequests: number) {
    this.#running = new SharedLimit(maxRequests);
  }

  /**
   * Counts the requests of a caller as running until `end` is called with the same arguments.
   *
   * @throws HttpError 400 for more requests than the caller can ever run concurrently, 503 while there are too many
   *   requests.
   */
  begin(caller: string | undefined, count: number): void {
    const { largest } = this.#running;
    if (count > largest) throw new HttpError(400, `Invalid Request: a batch can have at most ${largest} entries here`);
    if (!this.#running.take(caller, count)) throw tooMany();
  }

  end(caller: string | undefined, count: number): void {
    this.#running.release(caller, count);
    if (this.#running.isUnused) for (const wake of this.#onIdle.splice(0)) wake();
  }

  /**
   * Registers a request whose body is awaited. If there are too many, the oldest request is rejected with status 408.
   *
   * @returns Slot of the request, for `endBody`.
   * @throws HttpError 503 if the request could not be served.
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

  /** Ends the wait for a body. Returns `false` if the request was rejected in the meantime. */
  endBody(post: AwaitedRequest, place: number): boolean {
    if (this.#awaited[place] !== post) return false;
    this.#awaited[place] = undefined;
    this.#freePlaces.push(place);
    return true;
  }

  /** Rejects requests whose body has not arrived. Resolves when all other requests have responses. */
  async drain(): Promise<void> {
    for (const place of this.#awaited.keys()) this.#expire(place);
    if (!this.#running.isUnused) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  /** @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.9 */
  #expire(place: number): void {
    const post = this.#awaited[place];
    if (post === undefined || !this.endBody(post, place)) return;
    refuse(post.reply, new HttpError(408, 'Request Timeout: the body was not received in time'), post.headers);
  }
}

function tooMany(): HttpError {
  return new HttpError(503, 'Service Unavailable: too many requests at once', { 'Retry-After': '1' });
}
