import { isJsonObject, type JsonObject } from '../../../wire/json.js';

/** Returns whether a member of an object is kept. */
export type KeepsMember = (key: string, value: unknown) => boolean;

/** Transforms the members of objects. */
export interface JsonMapping {
  /**
   * Decides which members of an object are kept. Returns a function that receives each key with its transformed value,
   * or `undefined` to keep all.
   */
  readonly keeps?: (object: JsonObject) => KeepsMember | undefined;
  /**
   * Transforms a value that is neither an object nor an array.
   *
   * @param key Key of a member of the object at the path. Absent: the value is at the path.
   */
  readonly scalar?: (value: unknown, path: Path, key?: string) => unknown;
  /** Selects the items of an array to keep, before they are transformed. */
  readonly items?: (items: readonly unknown[], path: Path) => readonly unknown[];
}

/** Keys that lead to a value; arrays do not count. While a value is traversed, each path is one object. */
export class Path {
  #below: Map<string, Path> | undefined;
  readonly #key: string;
  readonly #parent: Path | undefined;

  /** Creates a path; without arguments, the path of the whole value. */
  constructor(key = '', parent?: Path) {
    this.#key = key;
    this.#parent = parent;
  }

  below(key: string): Path {
    const existing = this.#below?.get(key);
    if (existing !== undefined) return existing;
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

  /** Returns the path as text: `user.login`; `''` for the value itself. */
  show(): string {
    const before = this.#parent?.show() ?? '';
    return before === '' ? this.#key : `${before}.${this.#key}`;
  }
}

/**
 * Transforms the parts of a JSON value, innermost first. Objects keep the order of their keys. Unchanged parts are not
 * copied.
 */
export function mapJson(value: unknown, mapping: JsonMapping, path: Path = new Path()): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = mapping.items?.(value, path) ?? value;
    return mapItems(items, (item) => mapJson(item, mapping, path));
  }
  if (!isJsonObject(value)) return mapping.scalar === undefined ? value : mapping.scalar(value, path);
  const needsPath = mapping.scalar !== undefined || mapping.items !== undefined;
  return mapMembers(
    value,
    (member, key) => {
      if (!isScalar(member)) return mapJson(member, mapping, needsPath ? path.below(key) : path);
      return mapping.scalar === undefined ? member : mapping.scalar(member, path, key);
    },
    mapping.keeps?.(value),
  );
}

/** Transforms the items of an array, which is not copied when nothing changes. */
export function mapItems(items: readonly unknown[], map: (item: unknown) => unknown): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    const mapped = map(item);
    if (mapped !== item) copy ??= items.slice(0, index);
    copy?.push(mapped);
  }
  return copy ?? items;
}

/** Transforms the values of an object, which is not copied when nothing changes and all its members stay. */
export function mapMembers(
  object: JsonObject,
  map: (value: unknown, key: string) => unknown,
  keeps?: KeepsMember,
): JsonObject {
  const keys = Object.keys(object);
  let copy: Record<string, unknown> | undefined;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? '';
    const value = object[key];
    const mapped = map(value, key);
    const isKept = keeps === undefined || keeps(key, mapped);
    if (!isKept || mapped !== value) copy ??= copyFirst(object, keys, index);
    if (isKept && copy !== undefined) setMember(copy, key, mapped);
  }
  return copy ?? object;
}

/** Copies the first `count` of the given members of an object. */
export function copyFirst(object: JsonObject, keys: readonly string[], count: number): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (let index = 0; index < count; index += 1) {
    const key = keys[index] ?? '';
    setMember(copy, key, object[key]);
  }
  return copy;
}

/** Sets a member of an object. */
export function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  // An assignment would not create a property of this name.
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Returns whether a value is neither an object nor an array. */
export function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
