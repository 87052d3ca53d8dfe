/** Encodes bytes as Base64 with padding. */
export declare function encodeBase64(bytes: Uint8Array): string;
