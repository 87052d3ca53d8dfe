/** What an answer is, as far as it matters here. */
export type MediaKind = 'json' | 'text' | 'image' | 'audio' | 'binary' | 'unknown';
/** A media type taken apart. */
export interface MediaType {
    readonly kind: MediaKind;
    /** Without parameters, in lower case. */
    readonly essence: string;
    /** Of a text, in lower case. Default: `utf-8`. */
    readonly charset: string;
}
/** Reads a `Content-Type` header. */
export declare function readMediaType(header: string | null): MediaType;
