/** Joins byte arrays. The result is a copy, also of a single one. */
export declare function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer>;
