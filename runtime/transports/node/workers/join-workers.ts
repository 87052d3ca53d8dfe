import cluster from 'node:cluster';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Store } from '../../../core/api/store.js';
import type { Program } from '../../../core/sharing/open-server.js';
import { resolveHttpOptions, type HttpOptions } from '../../http/http-options.js';
import type { Report } from '../../../core/service/report.js';
import { addressVariable, runWorkers } from './run-workers.js';
import type { PrimaryMessage, WorkerMessage } from './worker-messages.js';
import { WorkerStore } from './worker-store.js';

/** What a worker has of the process that started it. */
export interface WorkerRole {
  /** The store that all workers share. */
  readonly shared: Store;
  /** Takes the connections that the worker gets. Returns the address of the endpoint. */
  readonly attach: (server: Server) => string;
  /** @param listener Called when the worker gets no more connections and should end. */
  readonly onRetire: (listener: () => void) => void;
}

/** @throws TypeError for durable tasks without a store: those of workers are in the memory of the first process, and end with it. */
export function checkWorkers({ definition, stores }: Pick<Program, 'definition' | 'stores'>): void {
  if (definition.hasDurableTasks !== true || stores !== undefined) return;
  throw new TypeError(
    'Durable tasks need a store, and the memory that workers share ends with the server: set `store: sqlite` (one machine) or ' +
      '`store: redis` below `server` in the definition, or export `stores` from handlers/server.ts',
  );
}

/**
 * Takes part in a server of several processes. The first process starts the others and ends with them; these get their role.
 *
 * @param wanted Number of workers; `undefined`: one for each core.
 * @throws TypeError for wrong options; the system's error when the port cannot be opened.
 */
export async function joinWorkers(wanted: number | undefined, http: HttpOptions, report: Report): Promise<WorkerRole> {
  if (cluster.isPrimary) process.exit(await runWorkers(wanted, resolveHttpOptions(http), report));
  const send = (message: WorkerMessage, onSent?: () => void): void =>
    void process.send?.(message, undefined, {}, onSent);
  return {
    shared: new WorkerStore(send),
    attach: (server) => {
      process.on('message', (message: PrimaryMessage, socket?: Socket) => {
        if (!('connection' in message)) return;
        // Nothing is read before the message is on its way: if this process ends, another one reads everything.
        send({ taken: message.connection }, () => {
          // The client may be gone already.
          if (socket === undefined) return;
          socket.allowHalfOpen = true;
          socket.setNoDelay(true);
          server.emit('connection', socket);
          socket.resume();
        });
      });
      // It begins to watch its connections: for heads of requests that come too slowly, and for idle ones.
      server.emit('listening');
      send({ isReady: true });
      return process.env[addressVariable] ?? '';
    },
    onRetire: (listener) => {
      process.on('message', (message: PrimaryMessage) => {
        if ('retire' in message) listener();
      });
    },
  };
}
