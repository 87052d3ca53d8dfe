import type { Descriptor, Descriptors, ListKind, ServerDefinition } from '../api/definition.js';
import type { DescriptorKind, ProtocolVersion } from '../../wire/protocol-versions.js';
import type { CacheHints, ResultBody } from '../results/result-body.js';
import type { EnabledEntries } from './enabled-entries.js';
import { defaultPageBytes } from './default-limits.js';
import { encodeDescriptors } from './encode-descriptors.js';
import type * as PageCode from './page-code.js';

/** Limits of list pages; options with the same names. */
export interface PageLimits {
  readonly pageSize?: number | undefined;
  readonly pageBytes?: number | undefined;
}

/**
 * Lists of a server, in pages. Each page is encoded only once per protocol version.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
 */
export class Lists {
  readonly #definition: ServerDefinition;
  readonly #limits: PageLimits;
  readonly #enabled: EnabledEntries;
  #descriptors: Descriptors | undefined;
  /**
   * Loaded by the first request for a part of a list, or for values that an old protocol version supports only partly.
   */
  #code: typeof PageCode | undefined;
  /** Cached pages; `undefined` for a page that follows a cached page but has not been requested. */
  readonly #pages = new Map<string, ResultBody | undefined>();
  /** Enabled entries of lists that were requested. */
  readonly #entries = new Map<ListKind, readonly ListEntry[]>();
  /** Version of the enabled entries that the pages and entries contain. */
  #version = 0;

  constructor(definition: ServerDefinition, enabled: EnabledEntries, limits: PageLimits = {}) {
    this.#definition = definition;
    this.#enabled = enabled;
    this.#limits = limits;
  }

  /**
   * Returns the page after a cursor, or the first page. Not a promise once the descriptors are loaded.
   *
   * @throws ProtocolError -32602 for an invalid cursor.
   */
  page(kind: ListKind, cursor: unknown, protocolVersion: ProtocolVersion): ResultBody | Promise<ResultBody> {
    if (this.#version !== this.#enabled.version) {
      this.#version = this.#enabled.version;
      this.#pages.clear();
      this.#entries.clear();
    }
    const needsCode = cursor !== undefined || (kind !== 'tools' && protocolVersion < '2025-06-18');
    if (this.#descriptors === undefined || (needsCode && this.#code === undefined)) {
      // Enabled entries may have changed in the meantime.
      return this.#load(needsCode).then(() => this.page(kind, cursor, protocolVersion));
    }
    const start = cursor === undefined ? 0 : (this.#code?.findStart(kind, cursor, this.#listEnabled(kind)) ?? 0);
    const key = `${kind} ${protocolVersion} ${start}`;
    const page = this.#pages.get(key);
    if (page !== undefined) return page;
    const { members, next } = encodePage(
      kind,
      this.#listEnabled(kind),
      start,
      this.#limits,
      protocolVersion,
      this.#code,
    );
    if (members === undefined) return this.#load(true).then(() => this.page(kind, cursor, protocolVersion));
    const cache = listCacheHints(this.#definition, kind);
    // Clients can forge cursors. Only consecutive pages from the start are cached, which bounds the cache by the size
    // of the list.
    if (start > 0 && !this.#pages.has(key)) return { members, cache };
    const kept = { members: new TextEncoder().encode(members), cache };
    this.#pages.set(key, kept);
    this.#pages.set(`${kind} ${protocolVersion} ${next}`, undefined);
    return kept;
  }

  async #load(needsCode: boolean): Promise<void> {
    if (this.#descriptors === undefined) {
      const descriptors = await this.#definition.loadDescriptors();
      this.#descriptors = this.#enabled.isReadOnly
        ? (await import('./restrict-descriptors.js')).restrictDescriptors(descriptors, this.#definition)
        : descriptors;
    }
    if (needsCode) this.#code ??= await import('./page-code.js');
  }

  #listEnabled(kind: ListKind): readonly ListEntry[] {
    const entries = this.#entries.get(kind) ?? listEnabled(kind, this.#definition, this.#enabled, this.#descriptors);
    this.#entries.set(kind, entries);
    return entries;
  }
}

/** Entry of a list: its name, URI or URI template, and its descriptor, once loaded. */
export interface ListEntry {
  readonly key: string;
  readonly descriptor: Descriptor | undefined;
}

/** The enabled entries of a list. */
export function listEnabled(
  kind: ListKind,
  definition: ServerDefinition,
  enabled: EnabledEntries,
  descriptors?: Descriptors,
): readonly ListEntry[] {
  return listKeys(definition, kind)
    .map((key, position) => ({ key, descriptor: descriptors?.[kind]?.[position] }))
    .filter(({ key }) => enabled.has(kind, key));
}

/**
 * Encodes the members of a page as JSON text, and returns the position of the first entry after it.
 *
 * @param code Required if entries follow the page (otherwise `members` is `undefined`), and for entries other than
 *   tools in protocol versions before 2025-06-18.
 */
export function encodePage(
  kind: ListKind,
  entries: readonly ListEntry[],
  start: number,
  { pageSize = Infinity, pageBytes = defaultPageBytes }: PageLimits,
  protocolVersion: ProtocolVersion,
  code: typeof PageCode | undefined,
): { readonly members: string | undefined; readonly next: number } {
  const descriptors = entries.slice(start, start + pageSize).flatMap(({ descriptor }) => descriptor ?? []);
  const { text, count } = encodeDescriptors(kindOf(kind), descriptors, protocolVersion, pageBytes, code?.lowerField);
  const next = start + count;
  const members = `"${kind}":[${text}]`;
  if (next >= entries.length || count === 0) return { members, next };
  const cursor = code?.encodeCursor(kind, entries[next - 1]?.key ?? '');
  return { members: cursor === undefined ? undefined : `${members},"nextCursor":"${cursor}"`, next };
}

/**
 * Returns the cache hints of results that are the same for every caller: lists, static resources, `server/discover`.
 *
 * @param kind Absent for static resources.
 */
export function listCacheHints({ cache }: ServerDefinition, kind?: ListKind | 'discover'): CacheHints {
  return (kind && cache?.kinds?.[kind]) ?? cache ?? { ttlMs: 0, scope: 'public' };
}

/** The kind of descriptor that a list holds. */
function kindOf(list: ListKind): DescriptorKind {
  return list.slice(0, -1) as DescriptorKind;
}

const identities = { prompts: 'name', resources: 'uri', resourceTemplates: 'uriTemplate' } as const;

type Identified = { readonly [member in (typeof identities)[keyof typeof identities]]?: string };

/** Returns the names, URIs or URI templates of a list's entries, in the order of the definition. */
export function listKeys(definition: ServerDefinition, kind: ListKind): readonly string[] {
  if (kind === 'tools') return definition.tools.names;
  const entries: readonly Identified[] = definition[kind];
  return entries.map(({ [identities[kind]]: key = '' }) => key);
}
