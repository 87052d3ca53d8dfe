import type { DecoderSink, FrameReader } from './framing.js';
/**
 * Reads messages that each stand behind headers with a `Content-Length` in bytes. Header names are compared without
 * regard to case, other headers are skipped, and header lines may end with LF alone. After a header that tells no
 * length the reader looks for the next `Content-Length:`, wherever it stands.
 */
export declare class ContentLengthReader implements FrameReader {
    #private;
    constructor(maxMessageBytes: number);
    push(chunk: Uint8Array, sink: DecoderSink): void;
    /** What is unfinished is dropped: half a message says nothing. */
    end(): void;
}
