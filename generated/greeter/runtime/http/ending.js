/** Waits for the end of one exchange. */
export class Ending {
    #resolve = () => { };
    /** Resolves when the exchange is closed; to be asked for once, before that. */
    get promise() {
        return new Promise((resolve) => {
            this.#resolve = resolve;
        });
    }
    forget() {
        this.#resolve();
    }
}
