import type { Service } from '../../../core/service/service.js';
import type { SharedTaskBoard } from '../shared-task-board.js';

/** The server whose tasks a worker runs. */
export interface WorkerHost {
  readonly service: Service;
  readonly board: SharedTaskBoard;
  /** Aborted when no further work may start. */
  readonly stopping: AbortSignal;
  /** Time until running handlers are stopped after `stopping` is aborted, in milliseconds. */
  readonly shutdownTimeoutMs: number;
}
