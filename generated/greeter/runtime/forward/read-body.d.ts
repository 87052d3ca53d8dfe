/** A body, as far as it was read. */
export interface ReadBody {
    readonly bytes: Uint8Array;
    /** There was more than the limit. */
    readonly isCut: boolean;
}
/** Reads the body of an answer and stops as soon as it has more bytes than it may have, decompressed. */
export declare function readBody(response: Response, maxBytes: number): Promise<ReadBody>;
