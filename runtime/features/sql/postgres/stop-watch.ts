import type { PgClient, PgPackage } from './driver.js';
import { requestCancel } from './request-cancel.js';

/** Time that the server gets to end a statement at the time limit, before the client stops it, in milliseconds. */
const serverGraceMs = 500;
/** Time between the request to cancel and the end of the connection, in milliseconds. */
const cancelGraceMs = 5000;

/** Maximum time of a timer, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

/** Stops what a connection runs: when the call is canceled, and when the server does not keep the time limit. */
export class StopWatch {
  /** Why the statement was stopped. */
  reason: 'timeout' | 'cancelled' | undefined;
  readonly #pg: PgPackage;
  readonly #client: PgClient;
  readonly #signal: AbortSignal;
  readonly #timer: ReturnType<typeof setTimeout>;
  #end: ReturnType<typeof setTimeout> | undefined;
  #cancelling: Promise<void> | undefined;

  constructor(pg: PgPackage, client: PgClient, timeoutMs: number, signal: AbortSignal) {
    this.#pg = pg;
    this.#client = client;
    this.#signal = signal;
    this.#timer = setTimeout(() => this.#stop('timeout'), Math.min(timeoutMs + serverGraceMs, maxTimerMs));
    signal.addEventListener('abort', this.#abort, { once: true });
    if (signal.aborted) this.#abort();
  }

  /** Ends the watch. Resolves when no request to cancel can reach the next statement of the connection. */
  async finish(): Promise<void> {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#abort);
    await this.#cancelling;
    clearTimeout(this.#end);
  }

  /** Awaits a last statement, which no request to cancel can reach. Ends the connection if it takes too long. */
  async guard(statement: Promise<unknown>): Promise<void> {
    const timer = setTimeout(() => this.#client.connection.stream.destroy(), cancelGraceMs);
    try {
      await statement;
    } finally {
      clearTimeout(timer);
    }
  }

  readonly #abort = (): void => this.#stop('cancelled');

  #stop(reason: 'timeout' | 'cancelled'): void {
    if (this.#cancelling !== undefined) return;
    this.reason = reason;
    this.#cancelling = requestCancel(this.#pg, this.#client);
    // The connection is lost, or the server does not react.
    this.#end = setTimeout(() => this.#client.connection.stream.destroy(), cancelGraceMs);
  }
}
