import { chooseEncoding } from './choose-encoding.js';
/**
 * Collects what is written in one turn of the event loop and writes it at once: that is most of what makes a server
 * fast.
 */
export class OutputWriter {
    #stream;
    #write;
    #onBlocked;
    #pending = [];
    #isScheduled = false;
    /** Writes that the stream has not confirmed. */
    #unconfirmed = 0;
    #onFlushed = [];
    /**
     * @param write How to write to the stream.
     * @param onBlocked Called when the stream wants no more for now; it says `drain` when it does again.
     */
    constructor(stream, write, onBlocked) {
        this.#stream = stream;
        this.#write = write;
        this.#onBlocked = onBlocked;
    }
    /** Adds a text or its parts to what goes out at the end of this turn. */
    add(message) {
        if (typeof message === 'string')
            this.#addPart(message);
        else
            for (const part of message)
                this.#addPart(part);
        if (this.#isScheduled)
            return;
        this.#isScheduled = true;
        process.nextTick(this.#writePending);
    }
    /** Does something, and writes at once what that adds: a turn in the queue of ticks is 3 % of a call that comes alone. */
    collect(work) {
        this.#isScheduled = true;
        try {
            work();
        }
        finally {
            this.#writePending();
        }
    }
    /** Resolves when all that was added has left the process, or the stream is gone. */
    whenFlushed() {
        return new Promise((resolve) => {
            if (!this.#isScheduled && this.#unconfirmed === 0)
                resolve();
            else
                this.#onFlushed.push(resolve);
        });
    }
    #addPart(part) {
        const last = this.#pending.at(-1);
        if (typeof part === 'string' && typeof last === 'string')
            this.#pending[this.#pending.length - 1] = last + part;
        else
            this.#pending.push(part);
    }
    #writePending = () => {
        this.#isScheduled = false;
        const parts = this.#pending;
        this.#pending = [];
        if (this.#stream.destroyed || this.#stream.writableEnded) {
            this.#wakeWhenFlushed();
            return;
        }
        if (parts.length > 1)
            this.#stream.cork();
        let isOpen = true;
        for (const part of parts) {
            this.#unconfirmed += 1;
            const encoding = typeof part === 'string' ? chooseEncoding(part, Buffer.byteLength(part)) : undefined;
            isOpen = this.#write(part, encoding, this.#confirm);
        }
        if (parts.length > 1)
            this.#stream.uncork();
        if (!isOpen)
            this.#onBlocked();
    };
    // Always the same function, which spares the stream a tick for each write.
    #confirm = () => {
        this.#unconfirmed -= 1;
        this.#wakeWhenFlushed();
    };
    #wakeWhenFlushed() {
        if (this.#isScheduled || this.#unconfirmed > 0 || this.#onFlushed.length === 0)
            return;
        const waiters = this.#onFlushed;
        this.#onFlushed = [];
        for (const wake of waiters)
            wake();
    }
}
