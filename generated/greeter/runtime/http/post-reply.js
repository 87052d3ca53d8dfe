/** Answers with JSON, or with status 202 when there is no answer. */
export function sendAnswer({ reply, headers }, status, answer) {
    if (answer === undefined)
        reply.send(202, headers);
    else
        reply.send(status, { ...headers, 'Content-Type': 'application/json' }, answer);
}
/**
 * Answer to a POST. It is plain JSON, unless another message has to be sent first or the answer takes longer than the
 * keep-alive interval: then it is an event stream, if the client accepts one.
 */
export class PostReply {
    http;
    auth;
    peer;
    #post;
    #options;
    #stream;
    #isDone = false;
    constructor(post, options) {
        this.http = post.request;
        this.auth = post.auth;
        this.peer = options.peer;
        this.#post = post;
        this.#options = options;
    }
    /** Opens the stream if it is not open yet; `undefined` when the client accepts none or too many are open. */
    openStream() {
        if (!this.#isDone && this.#post.accepted.stream)
            this.#stream ??= this.#options.open();
        return this.#stream;
    }
    /** Opens the stream at the next keep-alive interval, unless the answer was sent by then. */
    keepAlive() {
        if (!this.#isDone)
            this.#options.timer.add(this);
    }
    tick() {
        this.#options.timer.delete(this);
        this.openStream();
    }
    /** Drops the answer: the client is gone. */
    abandon() {
        this.#isDone = true;
        this.#options.timer.delete(this);
    }
    send(message) {
        this.openStream()?.send(message);
    }
    respond(answer, errorCode) {
        if (this.#isDone)
            return;
        const stream = this.#post.accepted.json || answer === undefined ? this.#stream : this.openStream();
        this.abandon();
        if (stream === undefined) {
            sendAnswer(this.#post, this.#options.statusOf(errorCode), answer);
            return;
        }
        if (answer !== undefined)
            stream.send(answer);
        stream.complete();
    }
}
/** HTTP status of an answer of the legacy era: 400 for a message that is no valid request. */
export function legacyStatusOf(errorCode) {
    return errorCode === -32600 || errorCode === -32700 ? 400 : 200;
}
