import { HttpError } from './http-error.js';
import type { HttpRequest } from './http-message.js';
import { SharedLimit } from './shared-limit.js';

/** Most bodies that are awaited at once. */
const maxUnfinished = 1000;

/**
 * Limit on the requests of an endpoint, counted before any work is done for them. A request counts while `authenticate` runs
 * and while it is served, but not while its body is awaited: a client that sends no body keeps nobody out.
 */
export class RequestLimit {
  readonly #running: SharedLimit;
  /** Refusals of the requests whose body has not arrived, oldest first. */
  readonly #unfinished = new Set<(error: HttpError) => void>();
  #onIdle: (() => void)[] = [];

  constructor(maxRequests: number) {
    this.#running = new SharedLimit(maxRequests);
  }

  /**
   * Does the work of a number of requests of a caller.
   *
   * @throws HttpError 400 for more requests than the caller can ever have at once, 503 while there are too many.
   */
  async run<Result>(caller: string | undefined, count: number, work: () => Result | Promise<Result>): Promise<Result> {
    const { largest } = this.#running;
    if (count > largest) throw new HttpError(400, `Invalid Request: a batch may have ${largest} entries here`);
    if (!this.#running.take(caller, count)) throw tooMany();
    try {
      return await work();
    } finally {
      this.#running.release(caller, count);
      if (this.#running.isUnused) for (const wake of this.#onIdle.splice(0)) wake();
    }
  }

  /**
   * Reads the body of a request. When too many bodies are awaited, the oldest one is given up.
   *
   * @throws HttpError 503 before the body is read when the request could not be served, 408 when the body is given up.
   */
  readBody(request: HttpRequest, caller: string | undefined, maxBytes: number): Promise<Uint8Array | undefined> {
    if (!this.#running.allows(caller)) throw tooMany();
    if (this.#unfinished.size >= maxUnfinished) {
      const [oldest] = this.#unfinished;
      oldest?.(tooSlow());
    }
    return new Promise((resolve, reject) => {
      const refuse = (error: unknown): void => {
        this.#unfinished.delete(refuse);
        reject(error as Error);
      };
      this.#unfinished.add(refuse);
      request.readBody(maxBytes).then((body) => {
        this.#unfinished.delete(refuse);
        resolve(body);
      }, refuse);
    });
  }

  /** Refuses the requests whose body has not arrived. Resolves when all others are answered. */
  async drain(): Promise<void> {
    for (const refuse of this.#unfinished) refuse(tooSlow());
    if (!this.#running.isUnused) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }
}

function tooMany(): HttpError {
  return new HttpError(503, 'Service Unavailable: too many requests at once', { 'Retry-After': '1' });
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.9 */
function tooSlow(): HttpError {
  return new HttpError(408, 'Request Timeout: the body has not arrived');
}
