/** Encodes bytes as base64url without padding. */
export declare function encodeBase64Url(bytes: Uint8Array): string;
/** The bytes of a base64url text without padding; `undefined` when it is none, or not the one that encodes them. */
export declare function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined;
