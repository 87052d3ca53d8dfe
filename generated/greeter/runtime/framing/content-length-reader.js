import { ByteQueue } from './byte-queue.js';
import { tooLong } from './newline-reader.js';
import { decodeText, parseMessage } from './parse-message.js';
/** More than any sane peer writes before its message. */
const maxHeaderBytes = 8192;
const marker = 'content-length:';
/**
 * Reads messages that each stand behind headers with a `Content-Length` in bytes. Header names are compared without
 * regard to case, other headers are skipped, and header lines may end with LF alone. After a header that tells no
 * length the reader looks for the next `Content-Length:`, wherever it stands.
 */
export class ContentLengthReader {
    #maxMessageBytes;
    #queue = new ByteQueue();
    #state = 'header';
    /** Bytes of the body that are still to be read or skipped. */
    #bodyBytes = 0;
    constructor(maxMessageBytes) {
        this.#maxMessageBytes = maxMessageBytes;
    }
    push(chunk, sink) {
        this.#queue.push(chunk);
        while (this.#advance(sink))
            ;
    }
    /** What is unfinished is dropped: half a message says nothing. */
    end() {
        this.#queue.drop(this.#queue.length);
    }
    /** Takes one step; false when more bytes are needed for the next. */
    #advance(sink) {
        switch (this.#state) {
            case 'header':
                return this.#readHeader(sink);
            case 'body':
                return this.#readBody(sink);
            case 'skip':
                return this.#skipBody();
            case 'resync':
                return this.#resync();
        }
    }
    #readHeader(sink) {
        const bytes = this.#queue.peek(maxHeaderBytes);
        const start = bytes.findIndex((byte) => byte !== 13 && byte !== 10);
        if (start < 0) {
            this.#queue.drop(bytes.length);
            return false;
        }
        const end = findHeaderEnd(bytes, start);
        const isJson = bytes[start] === 123 || bytes[start] === 91;
        if (end < 0 && !isJson && bytes.length < maxHeaderBytes)
            return false;
        const length = end < 0 || isJson ? undefined : readLength(latin1(bytes.subarray(start, end)));
        if (length === undefined) {
            this.#queue.drop(end < 0 || isJson ? start + 1 : end);
            this.#state = 'resync';
            sink.malformed('Header without a valid Content-Length');
            return true;
        }
        this.#queue.drop(end);
        this.#bodyBytes = length;
        this.#state = 'body';
        if (length > this.#maxMessageBytes) {
            this.#state = 'skip';
            sink.malformed(tooLong(this.#maxMessageBytes));
        }
        return true;
    }
    #readBody(sink) {
        if (this.#queue.length < this.#bodyBytes)
            return false;
        this.#state = 'header';
        parseMessage(decodeText(this.#queue.take(this.#bodyBytes)), sink);
        return true;
    }
    #skipBody() {
        const skipped = Math.min(this.#bodyBytes, this.#queue.length);
        this.#queue.drop(skipped);
        this.#bodyBytes -= skipped;
        if (this.#bodyBytes > 0)
            return false;
        this.#state = 'header';
        return true;
    }
    #resync() {
        const bytes = this.#queue.peek(this.#queue.length);
        const found = latin1(bytes).toLowerCase().indexOf(marker);
        // The end of what is there may be the beginning of the marker.
        this.#queue.drop(found < 0 ? Math.max(0, bytes.length - marker.length + 1) : found);
        if (found < 0)
            return false;
        this.#state = 'header';
        return true;
    }
}
/** The offset behind the empty line that ends a header, or -1. */
function findHeaderEnd(bytes, start) {
    for (let at = bytes.indexOf(10, start); at >= 0; at = bytes.indexOf(10, at + 1)) {
        if (bytes[at + 1] === 10)
            return at + 2;
        if (bytes[at + 1] === 13 && bytes[at + 2] === 10)
            return at + 3;
    }
    return -1;
}
function readLength(header) {
    const text = /^content-length[ \t]*:[ \t]*(\d+)[ \t]*\r?$/im.exec(header)?.[1];
    const length = Number(text);
    return Number.isSafeInteger(length) && length > 0 ? length : undefined;
}
const headerDecoder = new TextDecoder('latin1');
/** One character per byte, so that offsets in the text are offsets in the bytes. */
function latin1(bytes) {
    return headerDecoder.decode(bytes);
}
