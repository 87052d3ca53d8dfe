import type { ListKind, ListTexts, ServerDefinition } from '../api/definition.js';
import type { CacheHints, ResultBody } from '../results/result-body.js';
import { type Revision } from '../protocol/revisions.js';
import type { EnabledEntries } from './enabled-entries.js';
/**
 * The lists of a server, page by page. A page is composed when a revision first asks for it and kept, encoded, for the
 * next time.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
export declare class Lists {
    #private;
    constructor(definition: ServerDefinition, enabled: EnabledEntries, pageSize?: number);
    /**
     * The page behind a cursor, or the first one; at once when what it is composed of has been loaded.
     *
     * @throws ProtocolError -32602 for a cursor that is none of this list.
     */
    page(kind: ListKind, cursor: unknown, revision: Revision): ResultBody | Promise<ResultBody>;
}
/** How long what is the same for everybody may be reused: lists, static resources, the answer to `server/discover`. */
export declare function listCacheHints(definition: ServerDefinition): CacheHints;
/** The texts of a list, and all of them in UTF-8. */
export interface EncodedList extends ListTexts {
    readonly bytes: Uint8Array;
}
