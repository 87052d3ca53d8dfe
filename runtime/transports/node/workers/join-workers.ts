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

/** Functions that the primary process provides to a worker. */
export interface WorkerRole {
  /** The store that all workers share. */
  readonly shared: Store;
  /** Attaches a server to the worker's connections. Returns the address of the endpoint. */
  readonly attach: (server: Server) => string;
  /** @param listener Called when the worker receives no more connections and should end. */
  readonly onRetire: (listener: () => void) => void;
}

/**
 * @throws TypeError for durable tasks without a store, because the shared memory of workers ends with the primary
 *   process.
 */
export function checkWorkers({ definition, stores }: Pick<Program, 'definition' | 'stores'>): void {
  if (definition.hasDurableTasks !== true || stores !== undefined) return;
  throw new TypeError(
    'Durable tasks need a store, because the memory that workers share is lost when the server stops: set `store: sqlite` (one machine) or ' +
      '`store: redis` under `server` in the definition, or export `stores` from handlers/server.ts',
  );
}

/**
 * Joins a multi-process server. The primary process starts the workers and ends with them; each worker gets its
 * role.
 *
 * @param wanted Number of workers; `undefined`: one for each core.
 * @throws TypeError for invalid options; the system error if the port cannot be opened.
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
        // Nothing is read before the message is sent, so that another worker can take over if this one ends.
        send({ taken: message.connection }, () => {
          // The client may already have disconnected.
          if (socket === undefined) return;
          socket.allowHalfOpen = true;
          socket.setNoDelay(true);
          server.emit('connection', socket);
          socket.resume();
        });
      });
      // Starts monitoring its connections for slow request heads and idleness.
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
