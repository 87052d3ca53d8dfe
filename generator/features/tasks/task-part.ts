import { PartKey } from '../../core/model/part-key.js';

/** How calls of a tool become tasks. Absent members have the defaults of the runtime. */
export interface TaskModel {
  readonly support: 'optional' | 'required';
  /** The handler decides when the task begins. */
  readonly begins?: 'handler';
  readonly ttlMs?: number;
  readonly pollIntervalMs?: number;
  /** Calls wait in a queue, and are run by workers. */
  readonly durable?: true;
  /** Workers may repeat a durable call. */
  readonly isRepeatable?: true;
}

/** Task settings of a tool. If absent, calls never become tasks. */
export const taskPart = new PartKey<TaskModel>('task');
