/** One request while it is being answered: how to tell its peer something, and whether anybody still listens. */
export class Exchange {
    id;
    /** Sends a message that belongs to this request. */
    #send;
    /** Called once, with the answer, or without one when the request was cancelled. */
    #respond;
    #controller;
    #isClosed = false;
    constructor(id, send, respond) {
        this.id = id;
        this.#send = send;
        this.#respond = respond;
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
            this.#send(message);
    }
    /** Answers and closes; `undefined` closes without an answer. */
    close(message) {
        if (this.#isClosed)
            return;
        this.#isClosed = true;
        this.#respond(message);
    }
}
