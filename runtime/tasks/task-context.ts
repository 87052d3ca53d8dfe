import { CallContext, type Caller } from '../features/call-context.js';
import type { HandlerContext } from '../api/handler-context.js';
import type { InteractionSource } from '../interaction/interaction.js';
import type { TaskStart } from './task-start.js';

/** The context of a call that may become a task. Once it is one, its progress is what the task says of itself. */
export class TaskContext extends CallContext {
  override readonly beforeHandler: () => Promise<void>;
  readonly #start: TaskStart;

  constructor(start: TaskStart, caller: Caller, meta: unknown, source: InteractionSource) {
    super(start.exchange, caller, meta, source);
    this.#start = start;
    this.beforeHandler = start.isUpToHandler ? async () => {} : () => start.begin();
  }

  override get beginTask(): HandlerContext['beginTask'] {
    return () => this.#start.begin();
  }

  /** @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status-notifications */
  override get progress(): HandlerContext['progress'] {
    const report = super.progress;
    return (progress, total, message) => {
      const { task } = this.#start;
      if (task === undefined) report(progress, total, message);
      else if (message !== undefined) task.describe(message);
      else if (Number.isFinite(progress))
        task.describe(Number.isFinite(total) ? `${progress} of ${total}` : `${progress}`);
    };
  }
}
