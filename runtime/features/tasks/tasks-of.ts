import { perService } from '../../core/service/per-service.js';
import { LocalTaskBoard } from './local-task-board.js';
import { SharedTaskBoard } from './shared-task-board.js';
import type { TaskBoard } from './task-board.js';

/** Returns the tasks of a server. The option `taskStore` takes precedence over a shared store. */
export const tasksOf = perService((service): TaskBoard => {
  const { stores, options } = service;
  return stores === undefined || options.taskStore !== undefined
    ? new LocalTaskBoard(service)
    : new SharedTaskBoard(service, stores.shared);
});
