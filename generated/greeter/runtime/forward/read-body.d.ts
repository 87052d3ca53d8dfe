/** A body, as far as it was read. */
export interface ReadBody {
    readonly bytes: Uint8Array;
    /** There was more than the limit. */
    readonly isCut: boolean;
}
/** Whether the body of an answer certainly has no more bytes than that: it says its length and is not compressed. */
export declare function isKnownToFit({ headers }: Response, maxBytes: number): boolean;
/** Reads the body of an answer and stops as soon as it has more bytes than it may have, decompressed. */
export declare function readBody(response: Response, maxBytes: number): Promise<ReadBody>;
