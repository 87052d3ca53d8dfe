import { sendAnswer } from './post-reply.js';
/**
 * Answers a POST of a session: with plain JSON, unless something has to be sent before, or the answer takes so long that
 * the client wants a sign of life. The stream stays when the connection breaks off.
 */
export class SessionReply {
    channel;
    #session;
    #post;
    #onDone;
    #stream;
    #heart;
    #expected;
    #isDone = false;
    /** @param onDone Called when the answer has been sent, or kept for a client that comes back. */
    constructor(session, post, onDone) {
        this.#session = session;
        this.#post = post;
        this.#onDone = onDone;
        this.channel = {
            send: (message) => this.#openStream()?.send(message),
            ask: (message) => this.#ask(message),
            respond: (answer, errorCode) => this.#respond(answer, errorCode),
            release: () => this.#openStream()?.detach(),
            http: post.request,
            auth: post.auth,
            peer: session.id,
        };
    }
    /** The answer may not be there yet, nor for long. */
    wait(heart) {
        if (this.#isDone)
            return;
        this.#heart = heart;
        this.#expected = heart.addLater(this);
    }
    /** A connection that closes is no cancellation: nothing has to be heard of it. */
    linger() { }
    beat() {
        this.#heart?.delete(this);
        this.#openStream();
    }
    #ask(message) {
        const stream = this.#openStream();
        stream?.send(message);
        return stream !== undefined;
    }
    #openStream() {
        if (!this.#isDone)
            this.#stream ??= this.#session.openStream(this.#post);
        return this.#stream;
    }
    #respond(answer, errorCode) {
        if (this.#isDone)
            return;
        const stream = this.#post.accepted.json || answer === undefined ? this.#stream : this.#openStream();
        this.#isDone = true;
        if (this.#expected !== undefined)
            this.#expected.waiting = undefined;
        this.#heart?.delete(this);
        if (stream === undefined) {
            sendAnswer(this.#post, statusOf(errorCode), answer);
        }
        else {
            if (answer !== undefined)
                stream.send(answer);
            stream.complete();
        }
        this.#onDone();
    }
}
/** Only what is no request at all is a matter of HTTP. */
export function statusOf(errorCode) {
    return errorCode === -32600 || errorCode === -32700 ? 400 : 200;
}
