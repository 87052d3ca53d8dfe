import { encodeTexts, joinPlaces } from './list-bytes.js';
import { listKeys } from './list-keys.js';
import { knowsDescriptors, modernRevisions } from '../protocol/revisions.js';
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
    #enabled;
    #texts = new Map();
    /** There once there is more than one page. */
    #cursors;
    #lower;
    #indexes = new Map();
    #pages = new Map();
    /** The version of the enabled entries that indexes and pages are made from. */
    #version = 0;
    constructor(definition, enabled, pageSize = Infinity) {
        this.#definition = definition;
        this.#enabled = enabled;
        this.#pageSize = pageSize;
        this.#cache = listCacheHints(definition);
    }
    /**
     * The page behind a cursor, or the first one; at once when what it is composed of has been loaded.
     *
     * @throws ProtocolError -32602 for a cursor that is none of this list.
     */
    page(kind, cursor, revision) {
        if (this.#version !== this.#enabled.version)
            this.#forget();
        if (this.#cursors === undefined && (cursor !== undefined || this.#pageSize < Infinity)) {
            return import('./cursor.js').then((cursors) => {
                this.#cursors = cursors;
                return this.page(kind, cursor, revision);
            });
        }
        const index = this.#index(kind);
        const start = cursor === undefined ? 0 : (this.#cursors?.findStart(kind, index.keys, cursor) ?? 0);
        const key = `${kind} ${revision} ${start}`;
        const page = this.#pages.get(key);
        if (page !== undefined)
            return page;
        const loading = this.#load(kind, revision);
        // By then something else may be served.
        if (loading !== undefined)
            return loading.then(() => this.page(kind, cursor, revision));
        const composed = this.#compose(kind, index, start, revision);
        // A page may begin anywhere, but only those that follow each other from the start are kept: they are as long as the list.
        if (start % this.#pageSize > 0)
            return { ...composed, members: new TextDecoder().decode(composed.members) };
        this.#pages.set(key, composed);
        return composed;
    }
    #forget() {
        this.#version = this.#enabled.version;
        this.#indexes.clear();
        this.#pages.clear();
    }
    /** Loads what pages are composed of; `undefined` when it is all there. */
    #load(kind, revision) {
        const list = this.#texts.get(kind);
        if (list === undefined) {
            const load = this.#definition.lists[kind];
            return load?.().then((texts) => void this.#texts.set(kind, { ...texts, bytes: encodeTexts(texts) }));
        }
        if (this.#lower !== undefined || knowsDescriptors(revision, kindOf(kind), list.fields))
            return undefined;
        return import('./lower-descriptors.js').then((loaded) => {
            this.#lower = loaded.lowerDescriptors;
        });
    }
    #compose(kind, { keys, positions }, start, revision) {
        const list = this.#texts.get(kind);
        const end = Math.min(start + this.#pageSize, keys.length);
        const last = end < keys.length ? keys[end - 1] : undefined;
        const next = last === undefined ? '' : `,"nextCursor":${JSON.stringify(this.#cursors?.encodeCursor(kind, last))}`;
        const [before, after] = [`"${kind}":[`, `]${next}`];
        if (list === undefined)
            return { members: new TextEncoder().encode(before + after), cache: this.#cache };
        const isLegacy = modernRevisions.every((modern) => modern !== revision);
        const places = positions
            .slice(start, end)
            .map((position) => (isLegacy ? list.legacy[position] : undefined) ?? list.entries[position] ?? []);
        const lower = knowsDescriptors(revision, kindOf(kind), list.fields) ? undefined : this.#lower;
        const members = lower === undefined
            ? joinPlaces(list.bytes, places, before, after)
            : new TextEncoder().encode(before + lower(kindOf(kind), list, places, revision) + after);
        return { members, cache: this.#cache };
    }
    #index(kind) {
        let index = this.#indexes.get(kind);
        if (index === undefined) {
            const all = listKeys(this.#definition, kind);
            const positions = [...all.keys()].filter((position) => this.#enabled.has(kind, all[position] ?? ''));
            index = { keys: positions.map((position) => all[position] ?? ''), positions };
            this.#indexes.set(kind, index);
        }
        return index;
    }
}
/** How long what is the same for everybody may be reused: lists, static resources, the answer to `server/discover`. */
export function listCacheHints(definition) {
    return definition.cache ?? { ttlMs: 0, scope: 'public' };
}
/** What a list holds; it is named after that. */
function kindOf(list) {
    return list.slice(0, -1);
}
