import type { Store } from '../../../core/api/store.js';

/** Methods of a store that a worker calls in the primary process. */
export type StoreMethod = Exclude<keyof Store, 'isAvailable' | 'now' | 'subscribe' | 'close'>;

/** Message from a worker to the primary process. */
export type WorkerMessage =
  /** The worker is ready for connections. */
  | { readonly isReady: true }
  /** The worker serves the connection with this number. */
  | { readonly taken: number }
  /** A call of the store that the workers share. */
  | { readonly store: StoreMethod; readonly id: number; readonly args: readonly (string | number)[] }
  /** The worker subscribes to a channel, or unsubscribes. */
  | { readonly listen: string; readonly id: number; readonly isOver?: true };

/** Message from the primary process to a worker. */
export type PrimaryMessage =
  /** Response to the call with this ID. */
  | { readonly id: number; readonly value?: unknown }
  | { readonly channel: string; readonly text: string }
  /** A connection for the worker, which comes with the message. */
  | { readonly connection: number }
  /** The worker receives no more connections, and ends when its clients have disconnected. */
  | { readonly retire: true };
