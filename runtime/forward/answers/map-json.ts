import { isJsonObject, type JsonObject } from '../../protocol/json-object.js';

/** Member of an object. */
export type Member = readonly [key: string, value: unknown];

/** Transforms the members of objects. */
export interface JsonMapping {
  /** Members of an object after the transformation of their values; returns those that stay, in their order. */
  readonly members?: (members: readonly Member[], object: JsonObject) => readonly Member[];
  /**
   * Transforms a value that is neither object nor array.
   *
   * @param key Key of a member of the object at the path. Absent: the value is at the path.
   */
  readonly scalar?: (value: unknown, path: Path, key?: string) => unknown;
  /** Items of an array that stay, before they are transformed. */
  readonly items?: (items: readonly unknown[], path: Path) => readonly unknown[];
}

/** Keys that lead to a value; arrays do not count. In a walk, each path is one object. */
export class Path {
  #below: Map<string, Path> | undefined;
  readonly #key: string;
  readonly #parent: Path | undefined;

  /** Without a parent: the path of a whole value. */
  constructor(key = '', parent?: Path) {
    this.#key = key;
    this.#parent = parent;
  }

  below(key: string): Path {
    const known = this.#below?.get(key);
    if (known !== undefined) return known;
    const path = new Path(key, this);
    (this.#below ??= new Map()).set(key, path);
    return path;
  }

  /** Whether the path consists of these keys. */
  isAt(keys: readonly string[]): boolean {
    const last = keys.at(-1);
    if (this.#parent === undefined || last === undefined) return this.#parent === undefined && last === undefined;
    return this.#key === last && this.#parent.isAt(keys.slice(0, -1));
  }

  /** The path as text: `user.login`. Empty for the value itself. */
  show(): string {
    const before = this.#parent?.show() ?? '';
    return before === '' ? this.#key : `${before}.${this.#key}`;
  }
}

/**
 * Transforms the parts of a JSON value, innermost first. Objects keep the order of their keys. A part of which nothing changes is not
 * copied.
 */
export function mapJson(value: unknown, mapping: JsonMapping, path: Path = new Path()): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = mapping.items?.(value, path) ?? value;
    const mapped = items.map((item) => mapJson(item, mapping, path));
    return items === value && mapped.every((item, index) => item === items[index]) ? value : mapped;
  }
  if (!isJsonObject(value)) return mapping.scalar === undefined ? value : mapping.scalar(value, path);
  const needsPath = mapping.scalar !== undefined || mapping.items !== undefined;
  let isChanged = false;
  const members = Object.keys(value).map((key): Member => {
    const member = value[key];
    const mapped = isScalar(member)
      ? (mapping.scalar?.(member, path, key) ?? member)
      : mapJson(member, mapping, needsPath ? path.below(key) : path);
    isChanged ||= mapped !== member;
    return [key, mapped];
  });
  const kept = mapping.members?.(members, value) ?? members;
  // `Object.fromEntries`, because an assignment to `__proto__` would not create a property.
  return isChanged || kept.length < members.length ? Object.fromEntries(kept) : value;
}

/** Returns whether a value is neither object nor array. */
export function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
