import { ByteQueue } from './byte-queue.js';
import { ContentLengthReader } from './content-length-reader.js';
import { NewlineReader } from './newline-reader.js';
const headers = ['content-length:', 'content-type:'];
/** The bytes of U+FEFF in UTF-8. */
const byteOrderMark = '\xef\xbb\xbf';
/**
 * Turns the bytes of a stream into messages. What the peer sends first decides the framing: a `Content-Length:` or
 * `Content-Type:` header (in any case) or else one message per line. Blank lines
 * and a byte order mark before that are skipped.
 */
export class Decoder {
    #maxMessageBytes;
    #undecided = new ByteQueue();
    #reader;
    #framing = 'newline';
    /** @param maxMessageBytes Messages with more bytes are refused and not kept. */
    constructor(maxMessageBytes) {
        this.#maxMessageBytes = maxMessageBytes;
    }
    /** The framing of the peer, in which it is answered; `newline` until the peer has shown its own. */
    get framing() {
        return this.#framing;
    }
    /** Takes the next bytes and tells what messages they complete. */
    push(chunk, sink) {
        if (this.#reader !== undefined) {
            this.#reader.push(chunk, sink);
            return;
        }
        this.#undecided.push(chunk);
        const rest = skipBlank(this.#undecided.takeAll());
        const framing = detectFraming(rest);
        if (framing === undefined)
            this.#undecided.push(rest);
        else
            this.#open(framing).push(rest, sink);
    }
    /** The stream ended: a last line without line end counts, half a framed message does not. */
    end(sink) {
        if (this.#reader === undefined)
            this.#open('newline').push(this.#undecided.takeAll(), sink);
        this.#reader?.end(sink);
    }
    #open(framing) {
        this.#framing = framing;
        const Reader = framing === 'newline' ? NewlineReader : ContentLengthReader;
        this.#reader = new Reader(this.#maxMessageBytes);
        return this.#reader;
    }
}
/** Skips what may stand before the first message. */
function skipBlank(bytes) {
    let start = 0;
    for (;;) {
        if (isBlank(bytes[start]))
            start += 1;
        else if (latin1Text(bytes.subarray(start, start + 3)) === byteOrderMark)
            start += 3;
        else
            return bytes.subarray(start);
    }
}
function isBlank(byte) {
    return byte === 32 || byte === 9 || byte === 10 || byte === 13;
}
/** The framing that the first bytes show; `undefined` while they could still become a header. */
function detectFraming(bytes) {
    const text = latin1Text(bytes.subarray(0, 16)).toLowerCase();
    if (headers.some((header) => text.startsWith(header)))
        return 'content-length';
    return [...headers, byteOrderMark].some((start) => start.startsWith(text)) ? undefined : 'newline';
}
function latin1Text(bytes) {
    return String.fromCharCode(...bytes);
}
