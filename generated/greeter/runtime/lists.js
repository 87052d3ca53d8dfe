import { decodeCursor, encodeCursor } from './cursor.js';
import { listEntries } from './describe-entry.js';
import { invalidParams } from './protocol-error.js';
/**
 * The lists of a server, page by page. A page is composed when a revision first asks for it and kept, encoded, for the
 * next time.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
export class Lists {
    #definition;
    #pageSize;
    #cache;
    #served;
    #indexes = new Map();
    #pages = new Map();
    /** The version of the served set that indexes and pages are made from. */
    #version = 0;
    constructor(definition, served, pageSize = Infinity) {
        this.#definition = definition;
        this.#served = served;
        this.#pageSize = pageSize;
        this.#cache = listCacheHints(definition);
    }
    /**
     * The page behind a cursor, or the first one.
     *
     * @throws ProtocolError -32602 for a cursor that is none of this list.
     */
    page(kind, cursor, revision) {
        if (this.#version !== this.#served.version)
            this.#forget();
        const index = this.#index(kind);
        const start = cursor === undefined ? 0 : startBehind(kind, index, cursor);
        const key = `${kind} ${revision} ${start}`;
        let page = this.#pages.get(key);
        if (page === undefined) {
            page = this.#compose(kind, index.entries, start, revision);
            this.#pages.set(key, page);
        }
        return page;
    }
    #forget() {
        this.#version = this.#served.version;
        this.#indexes.clear();
        this.#pages.clear();
    }
    #compose(kind, entries, start, revision) {
        const page = entries.slice(start, start + this.#pageSize);
        const last = page.at(-1);
        const next = last === undefined || start + page.length >= entries.length
            ? ''
            : `,"nextCursor":${JSON.stringify(encodeCursor(kind, last.key))}`;
        const members = `"${kind}":[${page.map((entry) => entry.describe(revision)).join(',')}]${next}`;
        return { members: new TextEncoder().encode(members), cache: this.#cache };
    }
    #index(kind) {
        let index = this.#indexes.get(kind);
        if (index === undefined) {
            const entries = listEntries(this.#definition, kind).filter(({ key }) => this.#served.has(kind, key));
            index = { entries, positions: new Map(entries.map((entry, position) => [entry.key, position])) };
            this.#indexes.set(kind, index);
        }
        return index;
    }
}
/** How long what is the same for everybody may be reused: lists, static resources, the answer to `server/discover`. */
export function listCacheHints(definition) {
    return definition.cache ?? { ttlMs: 0, scope: 'public' };
}
function startBehind(kind, index, cursor) {
    const key = typeof cursor === 'string' ? decodeCursor(kind, cursor) : undefined;
    const position = key === undefined ? undefined : index.positions.get(key);
    if (position === undefined)
        throw invalidParams('Invalid cursor');
    return position + 1;
}
