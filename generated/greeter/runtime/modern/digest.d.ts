/** A SHA-256 digest in base64url. */
export declare function digest(text: string): Promise<string>;
/** JSON text of a value that does not depend on the order of keys. */
export declare function canonicalJson(value: unknown): string;
