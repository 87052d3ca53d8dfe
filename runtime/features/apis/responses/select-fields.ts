import { isJsonObject } from '../../../wire/json.js';
import { mapItems, setMember } from './map-json.js';

/** Selected fields by name, each with its nested fields; a field without nested fields is kept whole. */
type Selection = Map<string, Selection>;

/**
 * Keeps the fields of a value that the paths select. Lists in a path are transparent: `labels.name` is the name of
 * each label. A field that the value does not have is omitted. Values that are neither objects nor lists are kept.
 *
 * @param paths Dotted paths; a dot in a name is written `\.`.
 */
export function selectFields(value: unknown, paths: readonly string[]): unknown {
  const selection: Selection = new Map();
  for (const path of paths) {
    let level = selection;
    for (const name of splitPath(path)) {
      const below: Selection = level.get(name) ?? new Map<string, Selection>();
      level.set(name, below);
      level = below;
    }
    level.set('', new Map());
  }
  return select(value, selection);
}

function select(value: unknown, selection: Selection): unknown {
  if (Array.isArray(value)) return mapItems(value, (item) => select(item, selection));
  // The empty name marks the end of a path.
  if (!isJsonObject(value) || selection.has('')) return value;
  const kept: Record<string, unknown> = {};
  const names = selection.size > manyFields ? Object.keys(value) : selection.keys();
  for (const name of names) {
    const below = selection.get(name);
    if (below !== undefined && Object.hasOwn(value, name)) setMember(kept, name, select(value[name], below));
  }
  return kept;
}

/**
 * Number of selected fields above which each object's members are looked up in the selection, instead of the selected
 * fields in the object.
 */
const manyFields = 100;

/** Splits a path at its dots, except escaped dots. */
export function splitPath(path: string): readonly string[] {
  return path.split(/(?<!\\)\./u).map((name) => name.replaceAll('\\.', '.'));
}
