import type { CacheHints } from '../api/definition.js';
import type { MessageText } from '../protocol/json-rpc.js';
export type { CacheHints };
/** A result before the era has put its envelope around it. */
export interface ResultBody {
    /** JSON text of the members without the braces around them, as UTF-8 where it is kept for the next request. */
    readonly members: string | Uint8Array;
    /** `_meta` that the handler wants. */
    readonly meta?: {
        readonly [key: string]: unknown;
    };
    /** Of what type it is from 2026-07-28 on. Default: `complete`. */
    readonly resultType?: 'input_required' | 'task';
    /** Present when the result is one that can be cached. */
    readonly cache?: CacheHints;
}
/** What an era makes of a request: the result, now or later, and how it is written. */
export interface Served {
    readonly body: ResultBody | Promise<ResultBody>;
    /** JSON text of the result. */
    readonly encode: (body: ResultBody) => MessageText;
}
/** Puts the members of an object between others; `before` and `after` hold their own commas, if there are any members. */
export declare function wrapMembers(before: string, members: string | Uint8Array, after: string): MessageText;
