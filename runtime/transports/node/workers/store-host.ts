import type { Worker } from 'node:cluster';
import { MemoryStore } from '../../../core/sharing/memory-store.js';
import type { PrimaryMessage, WorkerMessage } from './worker-messages.js';

/** Store of all workers, in the memory of the primary process, so that it outlives each worker. */
export class StoreHost {
  readonly #store = new MemoryStore();
  /** Functions that unsubscribe, by worker and channel. */
  readonly #listening = new Map<Worker, Map<string, Promise<() => void>>>();

  /** Handles a worker's message if it concerns the store. */
  async serve(worker: Worker, message: WorkerMessage): Promise<void> {
    if ('store' in message) {
      const { store, id, args } = message;
      const call = this.#store[store].bind(this.#store) as (...all: typeof args) => Promise<unknown>;
      send(worker, { id, value: await call(...args) });
    } else if ('listen' in message) {
      const { listen: channel, id, isOver = false } = message;
      await (isOver ? this.#stop(worker, channel) : this.#listen(worker, channel));
      send(worker, { id });
    }
  }

  /** Removes a worker that has ended. */
  forget(worker: Worker): void {
    for (const channel of this.#listening.get(worker)?.keys() ?? []) void this.#stop(worker, channel);
    this.#listening.delete(worker);
  }

  async #listen(worker: Worker, channel: string): Promise<void> {
    const channels = this.#listening.get(worker) ?? new Map<string, Promise<() => void>>();
    this.#listening.set(worker, channels);
    const stop = channels.get(channel) ?? this.#store.subscribe(channel, (text) => send(worker, { channel, text }));
    channels.set(channel, stop);
    await stop;
  }

  async #stop(worker: Worker, channel: string): Promise<void> {
    const channels = this.#listening.get(worker);
    const stop = channels?.get(channel);
    channels?.delete(channel);
    (await stop)?.();
  }
}

function send(worker: Worker, message: PrimaryMessage): void {
  // The worker may have ended in the meantime.
  if (worker.isConnected()) worker.send(message, () => {});
}
