/** Answers with plain JSON, or with 202 when there is nothing to say. */
export function sendAnswer({ reply, headers }, status, answer) {
    if (answer === undefined)
        reply.send(202, headers);
    else
        reply.send(status, { ...headers, 'Content-Type': 'application/json' }, answer);
}
/**
 * Answers a POST whose stream ends with the connection: with plain JSON, unless something has to be sent before, or the
 * answer takes so long that the client wants a sign of life.
 */
export class PostReply {
    channel;
    #post;
    #streams;
    #statusOf;
    #writer;
    #isDone = false;
    constructor(post, streams, statusOf) {
        this.#post = post;
        this.#streams = streams;
        this.#statusOf = statusOf;
        this.channel = {
            send: (message) => this.#send(message),
            respond: (answer, errorCode) => this.#respond(answer, errorCode),
            http: post.request,
            auth: post.auth,
            peer: post.request.remoteAddress,
        };
    }
    /** The answer is not there yet, and may not be for long. */
    wait() {
        if (!this.#isDone)
            this.#streams.heart.add(this);
    }
    beat() {
        this.#streams.heart.delete(this);
        this.openStream();
    }
    /** The client is gone. */
    abandon() {
        this.#isDone = true;
        this.#streams.heart.delete(this);
    }
    /** @returns Whether there is a stream; there is none for clients that take none, nor when there are too many. */
    openStream() {
        const { reply, headers, accepted } = this.#post;
        if (accepted.stream)
            this.#writer ??= this.#streams.open(reply, headers);
        return this.#writer !== undefined;
    }
    #send(message) {
        if (!this.#isDone)
            this.openStream();
        this.#writer?.event(message);
    }
    #respond(answer, errorCode) {
        if (this.#isDone)
            return;
        this.abandon();
        const isPlain = answer === undefined || this.#post.accepted.json;
        const writer = this.#writer ?? (isPlain ? undefined : this.#streams.open(this.#post.reply, this.#post.headers));
        if (writer === undefined) {
            sendAnswer(this.#post, this.#statusOf(errorCode), answer);
            return;
        }
        if (answer !== undefined)
            writer.event(answer);
        // What follows the answer in the same turn still goes out.
        setTimeout(() => writer.end());
    }
}
