import { CallContext } from '../features/call-context.js';
/** The context of a call that may become a task. Once it is one, its progress is what the task says of itself. */
export class TaskContext extends CallContext {
    beforeHandler;
    #start;
    constructor(start, caller, meta, source) {
        super(start.exchange, caller, meta, source);
        this.#start = start;
        this.beforeHandler = start.isUpToHandler ? async () => { } : () => start.begin();
    }
    get beginTask() {
        return () => this.#start.begin();
    }
    /** @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status-notifications */
    get progress() {
        const report = super.progress;
        return (progress, total, message) => {
            const { task } = this.#start;
            if (task === undefined)
                report(progress, total, message);
            else if (message !== undefined)
                task.describe(message);
            else if (Number.isFinite(progress))
                task.describe(Number.isFinite(total) ? `${progress} of ${total}` : `${progress}`);
        };
    }
}
