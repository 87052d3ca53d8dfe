import type { ForwardBody, KeyRenames } from './forward-definition.js';
/** A body ready to be sent. */
export interface EncodedBody {
    readonly content: string | Uint8Array;
    readonly contentType: string;
}
/**
 * Makes the body of a request; `undefined` when there is no value for it.
 *
 * @param listTaken Arguments at the root that parameters use.
 * @throws ForwardError for a file that is none.
 */
export declare function encodeBody(body: ForwardBody, input: unknown, listTaken: () => ReadonlySet<string>, renames: {
    readonly [id: string]: KeyRenames;
} | undefined): EncodedBody | undefined;
