/** Beats at an interval for all who listen: one timer, and none while nobody does. */
export class Heart {
    #intervalMs;
    #listeners = new Set();
    #timer;
    constructor(intervalMs) {
        this.#intervalMs = intervalMs;
    }
    add(listener) {
        this.#listeners.add(listener);
        if (this.#timer !== undefined)
            return;
        this.#timer = setInterval(() => this.#beat(), this.#intervalMs);
        // On Node a timer would keep the process.
        this.#timer.unref?.();
    }
    delete(listener) {
        if (!this.#listeners.delete(listener) || this.#listeners.size > 0)
            return;
        clearInterval(this.#timer);
        this.#timer = undefined;
    }
    #beat() {
        for (const listener of this.#listeners)
            listener.beat();
    }
}
