import cluster, { type Worker } from 'node:cluster';
import { createServer, type Server } from 'node:net';
import { availableParallelism } from 'node:os';
import type { ResolvedHttpOptions } from '../../http/http-options.js';
import { formatReport, type Report } from '../../../core/service/report.js';
import { formatUrl } from '../format-url.js';
import { openPort } from '../open-port.js';
import { Dispatcher } from './dispatcher.js';
import { StoreHost } from './store-host.js';
import type { PrimaryMessage, WorkerMessage } from './worker-messages.js';

/**
 * Delay before a crashed worker is replaced, in milliseconds; it doubles with each crash of a worker that has served
 * for less than a minute.
 */
const firstPauseMs = 100;
const longestPauseMs = 10_000;
const steadyMs = 60_000;
/** Polling interval for the last messages of an ended worker, in milliseconds. */
const pollMs = 10;

/** Environment variable through which workers learn the address of the server. */
export const addressVariable = 'MCP_WORKER_ADDRESS';

/**
 * Runs a server in several processes on one port, and replaces crashed processes. SIGHUP replaces them one by one, each
 * as soon as its successor serves. SIGTERM and SIGINT end them.
 *
 * @param wanted Number of workers; `undefined`: one for each core.
 * @returns The exit code: 0 if all workers ended normally, 1 if none could start. Rejects if the port cannot be opened.
 */
export async function runWorkers(
  wanted: number | undefined,
  http: ResolvedHttpOptions,
  report: Report,
): Promise<number> {
  const server = createServer({ pauseOnConnect: true });
  await openPort(server, http);
  const size = wanted ?? availableParallelism();
  const address = formatUrl(server, http);
  return new Promise((resolve) => new WorkerGroup({ size, server, address, report, end: resolve }).start());
}

interface WorkerGroupOptions {
  readonly size: number;
  readonly server: Server;
  readonly address: string;
  readonly report: Report;
  readonly end: (exitCode: number) => void;
}

class WorkerGroup {
  readonly #size: number;
  readonly #server: Server;
  readonly #address: string;
  readonly #report: Report;
  readonly #end: (exitCode: number) => void;
  readonly #host = new StoreHost();
  readonly #dispatcher = new Dispatcher();
  /** Time at which each worker began to serve, from `performance.now`; `undefined` if it does not serve yet. */
  readonly #servingSince = new Map<Worker, number | undefined>();
  /** Workers that were told to end. */
  readonly #retired = new WeakSet<Worker>();
  #hasServed = false;
  #pauseMs = firstPauseMs;
  #exitCode = 0;
  #isEnding = false;
  #renewal: Promise<void> = Promise.resolve();

  constructor({ size, server, address, report, end }: WorkerGroupOptions) {
    this.#size = size;
    this.#server = server;
    this.#address = address;
    this.#report = report;
    this.#end = end;
  }

  start(): void {
    const stop = (): void => this.#stop();
    // Once, so that a second signal ends the process and its workers immediately.
    process.once('SIGTERM', stop).once('SIGINT', stop);
    if (process.platform !== 'win32') {
      process.on('SIGHUP', () => (this.#renewal = this.#renewal.then(() => this.#renewAll())));
    }
    this.#server.on('connection', (socket) => this.#dispatcher.deal(socket));
    for (let count = 0; count < this.#size; count += 1) this.#fork();
  }

  #fork(): Worker {
    const worker = cluster.fork({ [addressVariable]: this.#address });
    this.#servingSince.set(worker, undefined);
    worker.on('message', (message: WorkerMessage) => {
      if ('taken' in message) this.#dispatcher.noteTaken(message.taken);
      else if ('isReady' in message) this.#noteServing(worker);
      else void this.#host.serve(worker, message);
    });
    worker.on('exit', (code, signal) => this.#noteEnd(worker, code, signal));
    return worker;
  }

  #noteServing(worker: Worker): void {
    this.#servingSince.set(worker, performance.now());
    this.#dispatcher.add(worker);
    if (!this.#hasServed)
      this.#report(formatReport('', `Listening on ${this.#address} with ${this.#size} workers`, 'INFO'));
    this.#hasServed = true;
  }

  #noteEnd(worker: Worker, code: number | null, signal: string | null): void {
    const servingSince = this.#servingSince.get(worker);
    this.#servingSince.delete(worker);
    this.#dispatcher.remove(worker);
    this.#dealAgain(worker);
    this.#host.forget(worker);
    const isExpected = this.#retired.has(worker) || this.#isEnding;
    // SIGTERM ends a worker that does not serve yet.
    if (code !== 0 && signal !== 'SIGTERM' && this.#isEnding) this.#exitCode = 1;
    // If the first workers fail to start, others would fail, too. The worker has reported why.
    if (!this.#hasServed && !this.#isEnding) this.#stop(1);
    if (this.#isEnding && this.#servingSince.size === 0) this.#end(this.#exitCode);
    if (isExpected || this.#isEnding) return;
    const isSteady = servingSince !== undefined && performance.now() - servingSince > steadyMs;
    this.#pauseMs = isSteady ? firstPauseMs : Math.min(longestPauseMs, 2 * this.#pauseMs);
    const cause = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
    this.#report(formatReport(`WORKER ${worker.process.pid}`, `${cause}; starting another worker`, 'WARNING'));
    setTimeout(() => {
      if (!this.#isEnding && this.#servingSince.size < this.#size) this.#fork();
    }, this.#pauseMs);
  }

  /**
   * Redistributes the connections of a worker after its last messages are read, because it may have accepted some of
   * them.
   */
  #dealAgain(worker: Worker): void {
    // Node does not emit `disconnect` if the last message is truncated.
    if (worker.isConnected()) setTimeout(() => this.#dealAgain(worker), pollMs);
    else this.#dispatcher.dealAgain(worker);
  }

  /** Replaces all workers one by one. Stops if a successor cannot serve. */
  async #renewAll(): Promise<void> {
    // Copied, because successors are added meanwhile.
    const former = Array.from(this.#servingSince.keys());
    for (const worker of former) {
      if (this.#isEnding) return;
      const successor = this.#fork();
      // A successor that fails is not replaced.
      this.#retired.add(successor);
      const serves = await new Promise<boolean>((resolve) => {
        successor.on('message', (message: WorkerMessage) => 'isReady' in message && resolve(true));
        successor.on('exit', () => resolve(false));
      });
      if (!serves) {
        this.#report(formatReport('WORKERS', 'a new worker cannot start; the other workers continue', 'WARNING'));
        return;
      }
      this.#retired.delete(successor);
      this.#retired.add(worker);
      this.#dispatcher.remove(worker);
      worker.send({ retire: true } satisfies PrimaryMessage, () => {});
    }
  }

  #stop(exitCode = 0): void {
    this.#isEnding = true;
    this.#exitCode = exitCode;
    this.#server.close();
    for (const worker of this.#servingSince.keys()) worker.process.kill('SIGTERM');
    if (this.#servingSince.size === 0) this.#end(exitCode);
  }
}
