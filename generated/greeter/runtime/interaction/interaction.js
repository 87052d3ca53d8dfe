/** The talk with the client while one request is served. What it takes is loaded when a handler first asks something. */
export class Interaction {
    /** What the handler wants to give back when it is left in the middle of a question. */
    releases = [];
    workWatch;
    #source;
    #flowId;
    #conversation;
    #openQuestions = 0;
    #onAsking;
    constructor(source) {
        this.#source = source;
        this.#flowId = source.flowId;
        this.workWatch = source.workWatch;
    }
    /** The same in all rounds of a request. */
    get flowId() {
        return (this.#flowId ??= crypto.randomUUID());
    }
    /** Has something done that takes no time of the client's. */
    async converse(use) {
        this.workWatch?.pause();
        try {
            return await use(await (this.#conversation ??= this.#source.openConversation(this)));
        }
        finally {
            this.workWatch?.resume();
        }
    }
    /** Has something asked. */
    async ask(use) {
        this.#openQuestions += 1;
        if (this.#openQuestions === 1)
            this.#onAsking?.(true);
        try {
            return await this.converse(use);
        }
        finally {
            this.#openQuestions -= 1;
            if (this.#openQuestions === 0)
                this.#onAsking?.(false);
        }
    }
    /** @param listener Told when the first question is asked, and when no question is open any more. */
    watch(listener) {
        this.#onAsking = listener;
        if (this.#openQuestions > 0)
            listener(true);
    }
}
