/** Beats at an interval for all who listen: one timer, and none while nobody does. */
export class Heart {
    #intervalMs;
    #listeners = new Set();
    /** Those that came in this turn: to begin and end listening for each would cost more than to answer it. */
    #fresh = [];
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
    /**
     * Adds what is still waiting in the next turn.
     *
     * @returns To be emptied when the answer was given.
     */
    addLater(waiting) {
        const expected = { waiting };
        this.#fresh.push(expected);
        if (this.#fresh.length === 1)
            setTimeout(() => this.#addFresh());
        return expected;
    }
    delete(listener) {
        if (!this.#listeners.delete(listener) || this.#listeners.size > 0)
            return;
        clearInterval(this.#timer);
        this.#timer = undefined;
    }
    #addFresh() {
        const fresh = this.#fresh;
        this.#fresh = [];
        for (const { waiting } of fresh) {
            if (waiting === undefined)
                continue;
            this.add(waiting);
            waiting.linger();
        }
    }
    #beat() {
        for (const listener of this.#listeners)
            listener.beat();
    }
}
