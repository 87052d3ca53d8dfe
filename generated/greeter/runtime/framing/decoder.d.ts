import type { DecoderSink, Framing } from './framing.js';
/**
 * Turns the bytes of a stream into messages. What the peer sends first decides the framing: a `Content-Length:` or
 * `Content-Type:` header (in any case) or else one message per line. Blank lines
 * and a byte order mark before that are skipped.
 */
export declare class Decoder {
    #private;
    /** @param maxMessageBytes Messages with more bytes are refused and not kept. */
    constructor(maxMessageBytes: number);
    /** The framing of the peer, in which it is answered; `newline` until the peer has shown its own. */
    get framing(): Framing;
    /** Takes the next bytes and tells what messages they complete. */
    push(chunk: Uint8Array, sink: DecoderSink): void;
    /** The stream ended: a last line without line end counts, half a framed message does not. */
    end(sink: DecoderSink): void;
}
