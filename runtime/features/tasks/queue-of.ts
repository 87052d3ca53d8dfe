import type { TaskQueue } from '../../core/api/task-queue.js';
import { perService } from '../../core/service/per-service.js';
import { StoreQueue } from '../../core/sharing/store-queue.js';

/**
 * Returns the queue of a server's durable tasks.
 *
 * @throws Error for a server without a store.
 */
export const queueOf = perService(({ stores }): TaskQueue => {
  if (stores === undefined) throw new Error('A server without a store has no queue');
  return stores.queue ?? new StoreQueue(stores.shared);
});
