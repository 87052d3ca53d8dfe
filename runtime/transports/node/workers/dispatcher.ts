import type { Worker } from 'node:cluster';
import type { Socket } from 'node:net';
import type { PrimaryMessage } from './worker-messages.js';

/** A connection that no worker has accepted yet. */
interface Pending {
  readonly socket: Socket;
  readonly worker: Worker;
}

/**
 * Distributes new connections to workers in turn. A connection stays open in this process until its worker has accepted
 * it; if the worker ends first, another worker gets the connection. (`node:cluster` itself would leave it open forever,
 * and its client would wait.)
 *
 * @see docs/decisions/0048-workers-are-nodes.md
 */
export class Dispatcher {
  readonly #ready: Worker[] = [];
  readonly #pending = new Map<number, Pending>();
  /** Connections that wait for a worker. */
  #waiting: Socket[] = [];
  #lastNumber = 0;

  add(worker: Worker): void {
    this.#ready.push(worker);
    for (const socket of this.#waiting.splice(0)) this.deal(socket);
  }

  /** Stops sending connections to a worker. */
  remove(worker: Worker): void {
    const place = this.#ready.indexOf(worker);
    if (place >= 0) this.#ready.splice(place, 1);
  }

  /** Redistributes the connections that an ended worker had not accepted. */
  dealAgain(worker: Worker): void {
    for (const [number, pending] of this.#pending) {
      if (pending.worker !== worker) continue;
      this.#pending.delete(number);
      this.deal(pending.socket);
    }
  }

  /** Sends a connection, paused and unread, to the next worker. */
  deal(socket: Socket): void {
    const worker = this.#ready.shift();
    if (worker === undefined) {
      this.#waiting = this.#waiting.filter((each) => !each.destroyed);
      this.#waiting.push(socket);
      return;
    }
    this.#ready.push(worker);
    const number = (this.#lastNumber += 1);
    this.#pending.set(number, { socket, worker });
    // The end of an unreachable worker is reported later.
    worker.send({ connection: number } satisfies PrimaryMessage, socket, { keepOpen: true }, () => {});
  }

  /** Records that a worker has accepted a connection. */
  noteTaken(number: number): void {
    this.#pending.get(number)?.socket.destroy();
    this.#pending.delete(number);
  }
}
