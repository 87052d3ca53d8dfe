/** Shared keep-alive timer: one interval for all open streams, sessions and slow replies, stopped while there are none. */
export class KeepAliveTimer {
    #intervalMs;
    #targets = new Set();
    #interval;
    constructor(intervalMs) {
        this.#intervalMs = intervalMs;
    }
    /** Starts to call a target. Adding a target twice has no effect. */
    add(target) {
        this.#targets.add(target);
        if (this.#interval !== undefined)
            return;
        this.#interval = setInterval(() => {
            for (const each of this.#targets)
                each.tick();
        }, this.#intervalMs);
        // On Node a timer would keep the process running.
        this.#interval.unref?.();
    }
    /** Stops calling a target. */
    delete(target) {
        if (!this.#targets.delete(target) || this.#targets.size > 0)
            return;
        clearInterval(this.#interval);
        this.#interval = undefined;
    }
}
