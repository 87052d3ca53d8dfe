import { type ToolResult } from '../api/builders.js';
import type { MediaType } from './media-type.js';
/** What an API answered: a JSON value, nothing, or something else as a tool result. */
export type ApiAnswer = {
    readonly kind: 'json';
    readonly value: unknown;
} | {
    readonly kind: 'empty';
} | {
    readonly kind: 'result';
    readonly result: ToolResult;
};
/**
 * Reads the body of a success by its media type.
 *
 * @param url What bytes are called that are neither image nor sound; without credentials.
 */
export declare function decodeAnswer(bytes: Uint8Array, type: MediaType, url: string): ApiAnswer;
/** Reads the body of a success that is a text or JSON. */
export declare function decodeTextAnswer(body: string, { kind }: MediaType): ApiAnswer;
/** The text of bytes; what its charset does not know becomes U+FFFD. */
export declare function decodeText(bytes: Uint8Array, { charset }: MediaType): string;
