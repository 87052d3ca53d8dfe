import { PartKey } from '../../core/model/part-key.js';

/** Task settings of a tool. Defaults of the runtime apply to absent members. */
export interface TaskModel {
  readonly support: 'optional' | 'required';
  /** Set if the handler decides when the task starts. */
  readonly begins?: 'handler';
  readonly ttlMs?: number;
  readonly pollIntervalMs?: number;
  /** Whether calls wait in a queue that workers process. */
  readonly durable?: true;
  /** Whether workers may repeat a durable call. */
  readonly isRepeatable?: true;
}

/** Task settings of a tool. If absent, calls never become tasks. */
export const taskPart = new PartKey<TaskModel>('task');
