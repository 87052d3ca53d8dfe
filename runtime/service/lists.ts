import type { Descriptor, Descriptors, ListKind, ServerDefinition } from '../api/definition.js';
import { decodeBase64Url, encodeBase64Url } from '../protocol/base64.js';
import { invalidParams } from '../protocol/protocol-error.js';
import type { DescriptorKind, Revision } from '../protocol/revisions.js';
import type { CacheHints, ResultBody } from '../results/result-body.js';
import type { EnabledEntries } from './enabled-entries.js';
import { encodeDescriptors } from './encode-descriptors.js';

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
  readonly #pages = new Map<string, ResultBody>();
  /** The version of the enabled entries that the pages are made from. */
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
    if (this.#version !== this.#enabled.version) this.#pages.clear();
    this.#version = this.#enabled.version;
    const start = cursor === undefined ? 0 : this.#findStart(kind, cursor);
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
    const members = this.#encode(kind, this.#descriptors[kind] ?? [], start, revision);
    // A client may invent cursors. Only pages at multiples of the page size are kept: together they are one list, not more.
    if (start % this.#pageSize > 0) return { members, cache: this.#cache };
    const kept = { members: new TextEncoder().encode(members), cache: this.#cache };
    this.#pages.set(key, kept);
    return kept;
  }

  #findStart(kind: ListKind, cursor: unknown): number {
    const last = decodeCursor(kind, cursor);
    const start = this.#listEnabled(kind).findIndex(({ key }) => key === last) + 1;
    if (start === 0) throw invalidParams('Invalid cursor');
    return start;
  }

  #encode(kind: ListKind, descriptors: readonly Descriptor[], start: number, revision: Revision): string {
    const entries = this.#listEnabled(kind);
    const page = entries.slice(start, start + this.#pageSize);
    const last = start + this.#pageSize < entries.length ? page.at(-1) : undefined;
    const next = last === undefined ? '' : `,"nextCursor":"${encodeCursor(kind, last.key)}"`;
    const listed = page.flatMap(({ position }) => descriptors[position] ?? []);
    return `"${kind}":[${encodeDescriptors(kindOf(kind), listed, revision)}]${next}`;
  }

  /** The keys of the enabled entries, and their positions in the definition. */
  #listEnabled(kind: ListKind): readonly { readonly key: string; readonly position: number }[] {
    const all = listKeys(this.#definition, kind).map((key, position) => ({ key, position }));
    return all.filter(({ key }) => this.#enabled.has(kind, key));
  }
}

/**
 * A cursor for the page after the entry with a key. It stays valid as long as the entry exists.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
function encodeCursor(list: string, key: string): string {
  return encodeBase64Url(new TextEncoder().encode(`${list} ${key}`));
}

/** The key in a cursor; `undefined` for anything that is not a cursor of this list. */
function decodeCursor(list: string, cursor: unknown): string | undefined {
  const bytes = typeof cursor === 'string' ? decodeBase64Url(cursor) : undefined;
  const text = new TextDecoder().decode(bytes);
  return text.startsWith(`${list} `) ? text.slice(list.length + 1) : undefined;
}

/** Cache hints of results that are the same for every caller: lists, static resources, `server/discover`. */
export function listCacheHints(definition: ServerDefinition): CacheHints {
  return definition.cache ?? { ttlMs: 0, scope: 'public' };
}

/** The kind of descriptor that a list holds. */
function kindOf(list: ListKind): DescriptorKind {
  return list.slice(0, -1) as DescriptorKind;
}

const identities = { prompts: 'name', resources: 'uri', resourceTemplates: 'uriTemplate' } as const;

type Identified = { readonly [member in (typeof identities)[keyof typeof identities]]?: string };

/** The names, URIs or URI templates of the entries of a list, in the order of the definition. */
export function listKeys(definition: ServerDefinition, kind: ListKind): readonly string[] {
  if (kind === 'tools') return definition.tools.names;
  const entries: readonly Identified[] = definition[kind];
  return entries.map(({ [identities[kind]]: key = '' }) => key);
}
