import type { SourceLocation } from '../diagnostics/diagnostic.js';
import type { Json } from '../model/json.js';

/** Value in a definition file with its location. Keys are strings as written, in source order. */
export type SourceNode = ScalarNode | MapNode | SequenceNode;

export interface ScalarNode {
  readonly kind: 'scalar';
  readonly value: null | boolean | number | string;
  readonly location: SourceLocation;
}

// See docs/decisions/0002-keys-come-from-the-syntax-tree.md.
export interface MapNode {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
  readonly location: SourceLocation;
}

export interface MapEntry {
  readonly key: string;
  readonly keyLocation: SourceLocation;
  readonly value: SourceNode;
}

export interface SequenceNode {
  readonly kind: 'sequence';
  readonly items: readonly SourceNode[];
  readonly location: SourceLocation;
}

/** Returns the map entry with a key; `undefined` if there is none or the node is not a map. */
export function entryOf(node: SourceNode | undefined, key: string): MapEntry | undefined {
  if (node?.kind !== 'map') return undefined;
  if (node.entries.length <= maxScanned) return node.entries.find((entry) => entry.key === key);
  const index = indexes.get(node) ?? new Map(node.entries.map((entry) => [entry.key, entry]));
  indexes.set(node, index);
  return index.get(key);
}

/** Maximum size of maps that are searched linearly. Larger maps get an index. */
const maxScanned = 32;

const indexes = new WeakMap<MapNode, ReadonlyMap<string, MapEntry>>();

/** Returns the value at a key of a map. */
export function childOf(node: SourceNode | undefined, key: string): SourceNode | undefined {
  return entryOf(node, key)?.value;
}

/** Returns the value at a key if it is a string. */
export function stringAt(node: SourceNode | undefined, key: string): string | undefined {
  const child = childOf(node, key);
  return child?.kind === 'scalar' && typeof child.value === 'string' ? child.value : undefined;
}

/** Returns the entries of a map; `[]` for other nodes. */
export function entriesOf(node: SourceNode | undefined): readonly MapEntry[] {
  return node?.kind === 'map' ? node.entries : [];
}

/** Returns the items of a sequence; `[]` for other nodes. */
export function itemsOf(node: SourceNode | undefined): readonly SourceNode[] {
  return node?.kind === 'sequence' ? node.items : [];
}

/** Returns the node at a path of keys and indexes. */
export function nodeAt(node: SourceNode, path: readonly string[]): SourceNode | undefined {
  return path.reduce<SourceNode | undefined>((current, step) => {
    if (current?.kind === 'sequence') return /^(0|[1-9]\d*)$/u.test(step) ? current.items[Number(step)] : undefined;
    return childOf(current, step);
  }, node);
}

/** Returns the location of the node at a path, or of its nearest existing ancestor. */
export function locateAt(node: SourceNode, path: readonly string[]): SourceLocation {
  for (let length = path.length; length > 0; length--) {
    const parent = nodeAt(node, path.slice(0, length - 1));
    const entry = entryOf(parent, path[length - 1] ?? '');
    if (entry) return entry.keyLocation;
    const child = nodeAt(node, path.slice(0, length));
    if (child) return child.location;
  }
  return node.location;
}

/** Converts a node to a JSON value. */
export function toJson(node: SourceNode): Json {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'sequence') return node.items.map(toJson);
  return new Map(node.entries.map(({ key, value }) => [key, toJson(value)]));
}

/** Serializes a node as compact JSON, with keys in source order. */
export function stringifyNode(node: SourceNode): string {
  if (node.kind === 'scalar') return JSON.stringify(node.value);
  if (node.kind === 'sequence') return `[${node.items.map(stringifyNode).join(',')}]`;
  let members = '';
  for (const { key, value } of node.entries) {
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${stringifyNode(value)}`;
  }
  return `{${members}}`;
}

/** Escapes a key for a JSON pointer, without percent-encoding. */
export function escapeStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Splits a JSON pointer into its keys. The pointer has no leading `#` and is not percent-encoded. */
export function splitPointer(pointer: string): readonly string[] {
  if (pointer === '') return [];
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
