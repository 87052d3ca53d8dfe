import type * as Cursors from './cursor.js';
import type { ListKind, ServerDefinition } from '../api/definition.js';
import { encodeTexts, joinPlaces, type EncodedList } from './list-bytes.js';
import { listKeys } from './list-keys.js';
import type { lowerDescriptors } from './lower-descriptors.js';
import type { CacheHints, ResultBody } from '../results/result-body.js';
import { knowsDescriptors, modernRevisions, type DescriptorKind, type Revision } from '../protocol/revisions.js';
import type { EnabledEntries } from './enabled-entries.js';

/**
 * The lists of a server, page by page. A page is composed when a revision first asks for it and kept, encoded, for the
 * next time.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
export class Lists {
  readonly #definition: ServerDefinition;
  readonly #pageSize: number;
  readonly #cache: CacheHints;
  readonly #enabled: EnabledEntries;
  readonly #texts = new Map<ListKind, EncodedList>();
  /** There once there is more than one page. */
  #cursors: typeof Cursors | undefined;
  #lower: typeof lowerDescriptors | undefined;
  readonly #indexes = new Map<ListKind, ListIndex>();
  readonly #pages = new Map<string, ResultBody>();
  /** The version of the enabled entries that indexes and pages are made from. */
  #version = 0;

  constructor(definition: ServerDefinition, enabled: EnabledEntries, pageSize = Infinity) {
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
  page(kind: ListKind, cursor: unknown, revision: Revision): ResultBody | Promise<ResultBody> {
    if (this.#version !== this.#enabled.version) this.#forget();
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
    if (page !== undefined) return page;
    const loading = this.#load(kind, revision);
    // By then something else may be served.
    if (loading !== undefined) return loading.then(() => this.page(kind, cursor, revision));
    const composed = this.#compose(kind, index, start, revision);
    // A page may begin anywhere, but only those that follow each other from the start are kept: they are as long as the list.
    if (start % this.#pageSize > 0) return { ...composed, members: new TextDecoder().decode(composed.members) };
    this.#pages.set(key, composed);
    return composed;
  }

  #forget(): void {
    this.#version = this.#enabled.version;
    this.#indexes.clear();
    this.#pages.clear();
  }

  /** Loads what pages are composed of; `undefined` when it is all there. */
  #load(kind: ListKind, revision: Revision): Promise<void> | undefined {
    const list = this.#texts.get(kind);
    if (list === undefined) {
      const load = this.#definition.lists[kind];
      return load?.().then((texts) => void this.#texts.set(kind, { ...texts, bytes: encodeTexts(texts) }));
    }
    if (this.#lower !== undefined || knowsDescriptors(revision, kindOf(kind), list.fields)) return undefined;
    return import('./lower-descriptors.js').then((loaded) => {
      this.#lower = loaded.lowerDescriptors;
    });
  }

  #compose(kind: ListKind, { keys, positions }: ListIndex, start: number, revision: Revision): KeptPage {
    const list = this.#texts.get(kind);
    const end = Math.min(start + this.#pageSize, keys.length);
    const last = end < keys.length ? keys[end - 1] : undefined;
    const next = last === undefined ? '' : `,"nextCursor":${JSON.stringify(this.#cursors?.encodeCursor(kind, last))}`;
    const [before, after] = [`"${kind}":[`, `]${next}`];
    if (list === undefined) return { members: new TextEncoder().encode(before + after), cache: this.#cache };
    const isLegacy = modernRevisions.every((modern) => modern !== revision);
    const places = positions
      .slice(start, end)
      .map((position) => (isLegacy ? list.legacy[position] : undefined) ?? list.entries[position] ?? []);
    const lower = knowsDescriptors(revision, kindOf(kind), list.fields) ? undefined : this.#lower;
    const members =
      lower === undefined
        ? joinPlaces(list.bytes, places, before, after)
        : new TextEncoder().encode(before + lower(kindOf(kind), list, places, revision) + after);
    return { members, cache: this.#cache };
  }

  #index(kind: ListKind): ListIndex {
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
export function listCacheHints(definition: ServerDefinition): CacheHints {
  return definition.cache ?? { ttlMs: 0, scope: 'public' };
}

/** What a list holds; it is named after that. */
function kindOf(list: ListKind): DescriptorKind {
  return list.slice(0, -1) as DescriptorKind;
}

/** A page in UTF-8. */
type KeptPage = ResultBody & { readonly members: Uint8Array };

/** What of a list is served. */
interface ListIndex {
  readonly keys: readonly string[];
  /** Where each of them stands in the definition. */
  readonly positions: readonly number[];
}
