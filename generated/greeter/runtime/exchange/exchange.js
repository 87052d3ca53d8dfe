/** One request while it is being answered: how to tell its peer something, and whether anybody still listens. */
export class Exchange {
    id;
    channel;
    /** There when the answer takes its time. */
    answering;
    /** Sent behind the answer, if there is one. */
    farewell;
    #controller;
    #isClosed = false;
    #owner;
    #onClose;
    constructor(id, channel, owner) {
        this.id = id;
        this.channel = channel;
        this.#owner = owner;
    }
    /** Answered or cancelled: nothing more is sent for it. */
    get isClosed() {
        return this.#isClosed;
    }
    /** Made when it is first asked for: most handlers never do, and a controller is not cheap. */
    get signal() {
        this.#controller ??= new AbortController();
        return this.#controller.signal;
    }
    /** Tells the handler to stop; an answer may still be given. */
    abort(reason) {
        this.#controller ??= new AbortController();
        this.#controller.abort(reason);
    }
    /** Sends a notification on behalf of the request, unless it is closed. */
    notify(message) {
        if (!this.#isClosed)
            this.channel.send(message);
    }
    /** @param listener Called before it is closed; at once if it already is. */
    beforeClose(listener) {
        if (this.#isClosed)
            listener();
        else
            (this.#onClose ??= []).push(listener);
    }
    /** Answers and closes; `undefined` closes without an answer. */
    close(message, errorCode) {
        if (this.#isClosed)
            return;
        this.#isClosed = true;
        if (this.#onClose !== undefined)
            for (const listener of this.#onClose)
                listener();
        try {
            this.channel.respond(message, errorCode);
            if (message !== undefined && this.farewell !== undefined)
                this.channel.send(this.farewell);
        }
        finally {
            this.#owner?.forget(this);
        }
    }
}
