import type { Connection } from '../protocol/connection.js';
import { PeerError } from '../../../../../runtime/wire/peer/peer.js';
import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { objectAt, objectsAt, textAt } from '../protocol/json-object.js';

/** Kind of an entry of the server. */
type EntryKind = 'tool' | 'prompt' | 'resource' | 'template';

/** A tool, prompt, resource or resource template that the server lists. */
export interface Entry {
  readonly kind: EntryKind;
  /** Name, URI or URI template: unique among the entries of its kind. */
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  /** Descriptor as sent by the server. */
  readonly descriptor: JsonObject;
}

/** List of the server: its request, and the names of its entries. */
interface ListKind {
  readonly kind: EntryKind;
  readonly heading: string;
  readonly method: string;
  readonly member: string;
  readonly key: string;
  /** Capability that a server with such entries declares. */
  readonly capability: string;
}

/** All lists, in the order of the Dev UI. */
export const listKinds: readonly ListKind[] = [
  { kind: 'tool', heading: 'Tools', method: 'tools/list', member: 'tools', key: 'name', capability: 'tools' },
  { kind: 'prompt', heading: 'Prompts', method: 'prompts/list', member: 'prompts', key: 'name', capability: 'prompts' },
  {
    kind: 'resource',
    heading: 'Resources',
    method: 'resources/list',
    member: 'resources',
    key: 'uri',
    capability: 'resources',
  },
  {
    kind: 'template',
    heading: 'Resource templates',
    method: 'resources/templates/list',
    member: 'resourceTemplates',
    key: 'uriTemplate',
    capability: 'resources',
  },
];

/** Maximum number of pages and entries of a list. */
const maxPages = 200;
const maxEntries = 20_000;

/**
 * Reads all lists of a server.
 *
 * @throws {PeerError} if the server refuses a list that it declares
 */
export async function readEntries(connection: Connection, capabilities: JsonObject): Promise<readonly Entry[]> {
  const wanted = listKinds.filter(({ capability }) => capability in capabilities);
  const lists = wanted.map(async ({ kind, method, member, key }) => {
    const descriptors = await readList(connection, method, member).catch((error: unknown) => {
      // A server with resources may have no templates.
      if (kind === 'template' && error instanceof PeerError && error.code === -32_601) return [];
      throw error;
    });
    return descriptors.map((descriptor) => makeEntry(kind, key, descriptor));
  });
  return (await Promise.all(lists)).flat();
}

async function readList(connection: Connection, method: string, member: string): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  let cursor: unknown;
  for (let page = 0; page < maxPages && found.length < maxEntries; page += 1) {
    const result = await connection.request(method, cursor === undefined ? {} : { cursor });
    found.push(...objectsAt(result, member));
    cursor = result['nextCursor'];
    if (cursor === undefined) break;
  }
  return found.slice(0, maxEntries);
}

function makeEntry(kind: EntryKind, key: string, descriptor: JsonObject): Entry {
  const name = textAt(descriptor, key) ?? '';
  const title =
    textAt(descriptor, 'title') ?? textAt(objectAt(descriptor, 'annotations'), 'title') ?? textAt(descriptor, 'name');
  return { kind, name, title: title ?? name, description: textAt(descriptor, 'description'), descriptor };
}

/** Returns the key of an entry among all entries. */
export function keyOf({ kind, name }: Entry): string {
  return `${kind} ${name}`;
}

/** Describes the differences between the lists of two server versions; empty if they are equal. */
export function describeChanges(earlier: readonly Entry[], later: readonly Entry[]): readonly string[] {
  return listKinds.flatMap(({ kind, heading }) => {
    const before = textsOf(earlier, kind);
    const after = textsOf(later, kind);
    const parts = [
      ['added', [...after.keys()].filter((name) => !before.has(name))],
      ['removed', [...before.keys()].filter((name) => !after.has(name))],
      ['changed', [...after].filter(([name, text]) => (before.get(name) ?? text) !== text).map(([name]) => name)],
    ] as const;
    const said = parts.filter(([, names]) => names.length > 0).map(([what, names]) => `${what} ${listNames(names)}`);
    return said.length === 0 ? [] : [`${heading}: ${said.join('; ')}`];
  });
}

function textsOf(entries: readonly Entry[], kind: EntryKind): ReadonlyMap<string, string> {
  const own = entries.filter((entry) => entry.kind === kind);
  return new Map(own.map(({ name, descriptor }) => [name, JSON.stringify(descriptor)]));
}

/** Joins names on one line, at most the first five. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

/** Returns the descriptors by list name in the protocol, for the host. */
export function groupDescriptors(entries: readonly Entry[]): { readonly [member: string]: readonly JsonObject[] } {
  return Object.fromEntries(
    listKinds.map(({ kind, member }) => [
      member,
      entries.filter((entry) => entry.kind === kind).map(({ descriptor }) => descriptor),
    ]),
  );
}
