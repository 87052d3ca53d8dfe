import type { Store } from '../../../core/api/store.js';

/** Methods of a store that a worker asks the primary process for. */
export type StoreMethod = Exclude<keyof Store, 'isAvailable' | 'now' | 'subscribe' | 'close'>;

/** Message of a worker to the primary process. */
export type WorkerMessage =
  /** The worker is ready for connections. */
  | { readonly isReady: true }
  /** The worker serves the connection with this number. */
  | { readonly taken: number }
  /** A call of the store that the workers share. */
  | { readonly store: StoreMethod; readonly id: number; readonly args: readonly (string | number)[] }
  /** The worker wants to hear the messages of a channel, or no more of them. */
  | { readonly listen: string; readonly id: number; readonly isOver?: true };

/** Message of the primary process to a worker. */
export type PrimaryMessage =
  /** Answer to the call with this id. */
  | { readonly id: number; readonly value?: unknown }
  | { readonly channel: string; readonly text: string }
  /** A connection for the worker, which comes with the message. */
  | { readonly connection: number }
  /** The worker gets no more connections, and ends when its clients are gone. */
  | { readonly retire: true };
