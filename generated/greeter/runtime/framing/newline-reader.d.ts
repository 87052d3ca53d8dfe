import type { DecoderSink, FrameReader } from './framing.js';
/**
 * Reads one message per line. A line ends with LF, CR LF or CR; blank lines are skipped and the last line needs no end.
 * A line of more than `maxMessageBytes` is told once and not kept.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export declare class NewlineReader implements FrameReader {
    #private;
    constructor(maxMessageBytes: number);
    push(chunk: Uint8Array, sink: DecoderSink): void;
    end(sink: DecoderSink): void;
}
/** Why a message beyond the limit is refused. */
export declare function tooLong(maxMessageBytes: number): string;
