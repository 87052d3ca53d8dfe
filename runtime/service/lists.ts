import { encodeCursor, findStart } from './cursor.js';
import type { Descriptors, ListKind, ServerDefinition } from '../api/definition.js';
import { encodeDescriptors } from './encode-descriptors.js';
import type { CacheHints, ResultBody } from '../results/result-body.js';
import type { DescriptorKind, Revision } from '../protocol/revisions.js';
import type { EnabledEntries } from './enabled-entries.js';

/**
 * The lists of a server, page by page. A page is encoded when a revision first asks for it, and kept for the next time.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
export class Lists {
  readonly #definition: ServerDefinition;
  readonly #pageSize: number;
  readonly #cache: CacheHints;
  readonly #enabled: EnabledEntries;
  #descriptors: Descriptors | undefined;
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
   * The page behind a cursor, or the first one; without a promise once the descriptors are loaded.
   *
   * @throws ProtocolError -32602 for a cursor that is not one of this list.
   */
  page(kind: ListKind, cursor: unknown, revision: Revision): ResultBody | Promise<ResultBody> {
    if (this.#version !== this.#enabled.version) this.#forget();
    const index = this.#index(kind);
    const start = cursor === undefined ? 0 : findStart(kind, index.keys, cursor);
    const key = `${kind} ${revision} ${start}`;
    const page = this.#pages.get(key);
    if (page !== undefined) return page;
    if (this.#descriptors === undefined) {
      return this.#definition.loadDescriptors().then((descriptors) => {
        this.#descriptors = descriptors;
        // Enabled entries may have changed in the meantime.
        return this.page(kind, cursor, revision);
      });
    }
    const members = this.#encode(kind, this.#descriptors, index, start, revision);
    // A client can ask for a page at any entry. Only pages at multiples of the page size are kept, so the kept bytes are one list.
    if (start % this.#pageSize > 0) return { members, cache: this.#cache };
    const kept = { members: new TextEncoder().encode(members), cache: this.#cache };
    this.#pages.set(key, kept);
    return kept;
  }

  #forget(): void {
    this.#version = this.#enabled.version;
    this.#indexes.clear();
    this.#pages.clear();
  }

  #encode(kind: ListKind, descriptors: Descriptors, index: ListIndex, start: number, revision: Revision): string {
    const { keys, positions } = index;
    const end = Math.min(start + this.#pageSize, keys.length);
    const last = end < keys.length ? keys[end - 1] : undefined;
    const next = last === undefined ? '' : `,"nextCursor":${JSON.stringify(encodeCursor(kind, last))}`;
    const list = descriptors[kind] ?? [];
    const page = positions.slice(start, end).flatMap((position) => list[position] ?? []);
    return `"${kind}":[${encodeDescriptors(kindOf(kind), page, revision)}]${next}`;
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

/** Cache hints of results that are the same for every caller: lists, static resources, `server/discover`. */
export function listCacheHints(definition: ServerDefinition): CacheHints {
  return definition.cache ?? { ttlMs: 0, scope: 'public' };
}

/** The kind of descriptor that a list holds. */
function kindOf(list: ListKind): DescriptorKind {
  return list.slice(0, -1) as DescriptorKind;
}

/** The enabled entries of a list. */
interface ListIndex {
  readonly keys: readonly string[];
  /** Positions of these entries in the definition. */
  readonly positions: readonly number[];
}

const identities = { prompts: 'name', resources: 'uri', resourceTemplates: 'uriTemplate' } as const;

type Identified = { readonly [member in (typeof identities)[keyof typeof identities]]?: string };

/** The names, URIs or URI templates of the entries of a list, in the order of the definition. */
export function listKeys(definition: ServerDefinition, kind: ListKind): readonly string[] {
  if (kind === 'tools') return definition.tools.names;
  const entries: readonly Identified[] = definition[kind];
  return entries.map(({ [identities[kind]]: key = '' }) => key);
}
