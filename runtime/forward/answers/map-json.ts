import { isJsonObject, type JsonObject } from '../../protocol/json-object.js';

/** Member of an object. */
export type Member = readonly [key: string, value: unknown];

/** Transforms the members of objects. */
export interface JsonMapping {
  /** Members of an object after the transformation of their values; returns those that stay. */
  readonly members?: (members: readonly Member[], object: JsonObject) => readonly Member[];
  /** Transforms a value that is neither object nor array. `path` has the keys of objects only. */
  readonly scalar?: (value: unknown, path: Path) => unknown;
  /** Items of an array that stay, before they are transformed. */
  readonly items?: (items: readonly unknown[], path: Path) => readonly unknown[];
}

/** Keys that lead to a value, innermost first; arrays do not count. */
export interface Path {
  readonly key: string;
  readonly parent: Path | undefined;
}

const root: Path = { key: '', parent: undefined };

/** Copies a JSON value with a transformation of its parts, innermost first. Objects keep the order of their keys. */
export function mapJson(value: unknown, mapping: JsonMapping, path: Path = root): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return (mapping.items?.(items, path) ?? items).map((item) => mapJson(item, mapping, path));
  }
  if (!isJsonObject(value)) return mapping.scalar === undefined ? value : mapping.scalar(value, path);
  const members = Object.keys(value).map((key): Member => [
    key,
    mapJson(value[key], mapping, { key, parent: path === root ? undefined : path }),
  ]);
  // `Object.fromEntries`, because an assignment to `__proto__` would not create a property.
  return Object.fromEntries(mapping.members?.(members, value) ?? members);
}

/** A path as text: `user.login`. Empty for the value itself. */
export function showPath(path: Path | undefined): string {
  const keys: string[] = [];
  for (let step = path; step !== undefined; step = step.parent) keys.unshift(step.key);
  return keys.join('.');
}

/** Returns whether a value is neither object nor array. */
export function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
