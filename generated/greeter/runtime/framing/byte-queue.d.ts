/** Bytes that have come and are not used yet. Chunks are kept as they are and joined once, when they are taken. */
export declare class ByteQueue {
    #private;
    /** Bytes in the queue. */
    get length(): number;
    /** Adds bytes at the end; the chunk is not copied. */
    push(chunk: Uint8Array): void;
    /** The first bytes, at most `count`, without taking them. */
    peek(count: number): Uint8Array;
    /** Takes the first `count` bytes; there must be as many. */
    take(count: number): Uint8Array;
    /** Takes everything. */
    takeAll(): Uint8Array;
    /** Throws the first bytes away, at most `count`. */
    drop(count: number): void;
}
