import { type EncodedBody } from './encode-body.js';
import type { ForwardApi, ForwardOperation } from './forward-definition.js';
import { type Pair } from './serialize-style.js';
/** What the arguments make of a request; credentials are not in it. */
export interface RequestParts {
    /** Percent-encoded; below the server URL. May end with a query that the document has in its path. */
    readonly path: string;
    readonly query: readonly Pair[];
    /** Names in lower case. */
    readonly headers: readonly Pair[];
    readonly cookies: readonly Pair[];
    readonly body: EncodedBody | undefined;
}
/**
 * Makes a request from arguments. Whatever they are, each one changes nothing but its own place in the request.
 *
 * @throws ForwardError for an argument that cannot be sent.
 */
export declare function buildRequest(api: ForwardApi, operation: ForwardOperation, input: unknown): RequestParts;
