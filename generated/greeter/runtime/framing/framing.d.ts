/**
 * How messages are told apart on a byte stream: one per line, as the protocol has it, or each behind a `Content-Length`
 * header, as language servers do.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export type Framing = 'newline' | 'content-length';
/** What a decoder tells: messages in the order in which they came, and what could not be read. */
export interface DecoderSink {
    /** A message, parsed. */
    message(value: unknown): void;
    /** Something that is no message; the stream goes on behind it. */
    malformed(reason: string): void;
}
/** Reads one framing. */
export interface FrameReader {
    /** Takes the next bytes; they may end anywhere, and are not kept unless they are part of an unfinished message. */
    push(chunk: Uint8Array, sink: DecoderSink): void;
    /** The stream ended. */
    end(sink: DecoderSink): void;
}
