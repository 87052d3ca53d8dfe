import { EventEmitter } from 'node:events';
import type { Worker } from 'node:cluster';
import { afterAll, vi } from 'vitest';
import { StoreHost } from '../../runtime/transports/node/workers/store-host.js';
import { WorkerStore } from '../../runtime/transports/node/workers/worker-store.js';
import type { PrimaryMessage, WorkerMessage } from '../../runtime/transports/node/workers/worker-messages.js';
import { describeStore } from '../stores/store-contract.js';

/** A worker of the test, with the channel between it and the host: messages are texts that arrive later. */
class Link {
  readonly #ear = new EventEmitter();
  readonly worker = {
    isConnected: () => true,
    send: (message: PrimaryMessage) =>
      setImmediate(() => this.#ear.emit('message', JSON.parse(JSON.stringify(message)))),
  } as unknown as Worker;

  open(host: StoreHost): WorkerStore {
    const listen = vi.spyOn(process, 'on').mockImplementation((_, listener) => {
      this.#ear.on('message', listener);
      return process;
    });
    const store = new WorkerStore((message: WorkerMessage) => {
      setImmediate(() => void host.serve(this.worker, JSON.parse(JSON.stringify(message)) as WorkerMessage));
    });
    listen.mockRestore();
    return store;
  }
}

const host = new StoreHost();
describeStore('workers', async () => new Link().open(host));
afterAll(() => vi.restoreAllMocks());
