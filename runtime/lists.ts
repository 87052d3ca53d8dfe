import { decodeCursor, encodeCursor } from './cursor.js';
import type { DescriptorText, ListKind, ListTexts, ServerDefinition } from './definition.js';
import { encodeDescriptors } from './encode-descriptors.js';
import { listKeys } from './list-keys.js';
import type { lowerDescriptor } from './lower-descriptor.js';
import { invalidParams } from './protocol-error.js';
import type { CacheHints, ResultBody } from './results/result-body.js';
import { knowsDescriptors, modernRevisions, type Revision } from './revisions.js';
import type { ServedSet } from './served-set.js';

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
  readonly #served: ServedSet;
  readonly #texts = new Map<ListKind, ListTexts>();
  #lower: typeof lowerDescriptor | undefined;
  readonly #indexes = new Map<ListKind, ListIndex>();
  readonly #pages = new Map<string, ResultBody>();
  /** The version of the served set that indexes and pages are made from. */
  #version = 0;

  constructor(definition: ServerDefinition, served: ServedSet, pageSize = Infinity) {
    this.#definition = definition;
    this.#served = served;
    this.#pageSize = pageSize;
    this.#cache = listCacheHints(definition);
  }

  /**
   * The page behind a cursor, or the first one; at once when what it is composed of has been loaded.
   *
   * @throws ProtocolError -32602 for a cursor that is none of this list.
   */
  page(kind: ListKind, cursor: unknown, revision: Revision): ResultBody | Promise<ResultBody> {
    if (this.#version !== this.#served.version) this.#forget();
    const index = this.#index(kind);
    const start = cursor === undefined ? 0 : startBehind(kind, index, cursor);
    const key = `${kind} ${revision} ${start}`;
    const page = this.#pages.get(key);
    if (page !== undefined) return page;
    const loading = this.#load(kind, revision);
    // By then something else may be served.
    if (loading !== undefined) return loading.then(() => this.page(kind, cursor, revision));
    const composed = this.#compose(kind, index, start, revision);
    this.#pages.set(key, composed);
    return composed;
  }

  #forget(): void {
    this.#version = this.#served.version;
    this.#indexes.clear();
    this.#pages.clear();
  }

  /** Loads what pages are composed of; `undefined` when it is all there. */
  #load(kind: ListKind, revision: Revision): Promise<void> | undefined {
    if (!this.#texts.has(kind)) {
      const load = this.#definition.lists[kind];
      if (load !== undefined) return load().then((texts) => void this.#texts.set(kind, texts));
    }
    if (this.#lower !== undefined || knowsDescriptors(revision)) return undefined;
    return import('./lower-descriptor.js').then((loaded) => {
      this.#lower = loaded.lowerDescriptor;
    });
  }

  #compose(kind: ListKind, { entries }: ListIndex, start: number, revision: Revision): ResultBody {
    const page = entries.slice(start, start + this.#pageSize);
    const texts = this.#texts.get(kind) ?? { entries: [] };
    const isLegacy = modernRevisions.every((modern) => modern !== revision);
    const lower = knowsDescriptors(revision) ? undefined : this.#lower;
    const descriptors = page.map(({ position }): DescriptorText => {
      const text = (isLegacy ? texts.legacy?.[position] : undefined) ?? texts.entries[position] ?? '{}';
      return lower === undefined ? text : lower(kind, text, texts.passages, revision);
    });
    const last = page.at(-1);
    const next =
      last === undefined || start + page.length >= entries.length
        ? ''
        : `,"nextCursor":${JSON.stringify(encodeCursor(kind, last.key))}`;
    const members = encodeDescriptors(`"${kind}":[`, descriptors, texts.passages, `]${next}`);
    return { members, cache: this.#cache };
  }

  #index(kind: ListKind): ListIndex {
    let index = this.#indexes.get(kind);
    if (index === undefined) {
      const entries = listKeys(this.#definition, kind)
        .map((key, position) => ({ key, position }))
        .filter(({ key }) => this.#served.has(kind, key));
      index = { entries, starts: undefined };
      this.#indexes.set(kind, index);
    }
    return index;
  }
}

/** How long what is the same for everybody may be reused: lists, static resources, the answer to `server/discover`. */
export function listCacheHints(definition: ServerDefinition): CacheHints {
  return definition.cache ?? { ttlMs: 0, scope: 'public' };
}

/** What of a list is served. */
interface ListIndex {
  readonly entries: readonly { readonly key: string; readonly position: number }[];
  /** Where the page behind each key starts; there when a cursor has come. */
  starts: ReadonlyMap<string, number> | undefined;
}

function startBehind(kind: ListKind, index: ListIndex, cursor: unknown): number {
  index.starts ??= new Map(index.entries.map(({ key }, place) => [key, place + 1]));
  const key = typeof cursor === 'string' ? decodeCursor(kind, cursor) : undefined;
  const start = key === undefined ? undefined : index.starts.get(key);
  if (start === undefined) throw invalidParams('Invalid cursor');
  return start;
}
