import { noHeaders } from './http-message.js';
const plainJson = { 'Content-Type': 'application/json' };
/** The headers of an answer in JSON. */
export function jsonHeaders(headers) {
    return headers === noHeaders ? plainJson : { ...headers, ...plainJson };
}
/** Answers with plain JSON, or with 202 when there is nothing to say. */
export function sendAnswer({ reply, headers }, status, answer) {
    if (answer === undefined)
        reply.send(202, headers);
    else
        reply.send(status, jsonHeaders(headers), answer);
}
/**
 * Answers a POST whose stream ends with the connection: with plain JSON, unless something has to be sent before, or the
 * answer takes so long that the client wants a sign of life.
 */
export class PostReply {
    #post;
    #streams;
    #statusOf;
    #writer;
    #onGone;
    #expected;
    #onEnd;
    #isLingering = false;
    #isDone = false;
    #isGone = false;
    constructor(post, streams, statusOf) {
        this.#post = post;
        this.#streams = streams;
        this.#statusOf = statusOf;
    }
    get http() {
        return this.#post.request;
    }
    get auth() {
        return this.#post.auth;
    }
    get peer() {
        return this.#post.request.remoteAddress;
    }
    /** The client has gone; known of a reply that lingers. */
    get isGone() {
        return this.#isGone;
    }
    /** Resolves when the exchange that it belongs to is closed; to be asked for once, before that. */
    get ended() {
        return new Promise((resolve) => {
            this.#onEnd = resolve;
        });
    }
    forget() {
        this.#onEnd?.();
    }
    /**
     * The answer is not there yet, and may not be for long.
     *
     * @param onGone Called when the client goes away before it is, or has gone already.
     */
    wait(onGone) {
        if (this.#isGone)
            onGone();
        if (this.#isDone)
            return;
        this.#onGone = onGone;
        this.#expected = this.#streams.heart.addLater(this);
    }
    linger() {
        if (this.#isLingering)
            return;
        this.#isLingering = true;
        this.#post.reply.onDisconnect(() => {
            this.#isGone = true;
            this.abandon();
            this.#onGone?.();
        });
    }
    beat() {
        this.#streams.heart.delete(this);
        this.openStream();
    }
    /** There is nobody to answer, or no need any more. */
    abandon() {
        this.#isDone = true;
        if (this.#expected !== undefined)
            this.#expected.waiting = undefined;
        this.#streams.heart.delete(this);
    }
    /** @returns Whether there is a stream; there is none for clients that take none, nor when there are too many. */
    openStream() {
        const { reply, headers, accepted } = this.#post;
        if (accepted.stream)
            this.#writer ??= this.#streams.open(reply, headers);
        if (this.#writer === undefined)
            return false;
        this.linger();
        return true;
    }
    send(message) {
        if (!this.#isDone)
            this.openStream();
        this.#writer?.event(message);
    }
    respond(answer, errorCode) {
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
