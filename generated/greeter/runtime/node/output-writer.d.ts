import type { Writable } from 'node:stream';
import type { Write } from './guard-stdout.js';
/**
 * Collects what is written in one turn of the event loop and writes it at once: that is most of what makes a server
 * fast.
 */
export declare class OutputWriter {
    #private;
    /**
     * @param write How to write to the stream.
     * @param onBlocked Called when the stream wants no more for now; it says `drain` when it does again.
     */
    constructor(stream: Writable, write: Write, onBlocked: () => void);
    /** Adds a text or its parts to what goes out at the end of this turn. */
    add(message: string | readonly (string | Uint8Array)[]): void;
    /** Does something, and writes at once what that adds: a turn in the queue of ticks is 3 % of a call that comes alone. */
    collect(work: () => void): void;
    /** Resolves when all that was added has left the process, or the stream is gone. */
    whenFlushed(): Promise<void>;
}
