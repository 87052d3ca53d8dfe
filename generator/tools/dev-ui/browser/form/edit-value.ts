import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json.js';

/** Returns the object with a member set, or removed if the value is `undefined`. Other members keep their order. */
export function setMember(object: unknown, name: string, value: unknown): JsonObject {
  const members = new Map(isJsonObject(object) ? Object.entries(object) : []);
  if (value === undefined) members.delete(name);
  else members.set(name, value);
  return Object.fromEntries(members);
}

/** Returns the object with a member renamed in place. */
export function renameMember(object: JsonObject, name: string, next: string): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key === name ? next : key, value]));
}

/** Returns an unused member name: `key`, `key2`, …. */
export function newName(object: unknown, names: readonly string[] = []): string {
  const isFree = (name: string) => !isJsonObject(object) || !Object.hasOwn(object, name);
  const wanted = names.find(isFree);
  if (wanted !== undefined) return wanted;
  let name = 'key';
  for (let number = 2; !isFree(name); number += 1) name = `key${number}`;
  return name;
}

/** Returns the list with one item replaced. */
export function setItem(list: readonly unknown[], index: number, value: unknown): readonly unknown[] {
  return list.map((item, position) => (position === index ? value : item));
}

/** Returns the list with an item moved by an offset; the list itself if the target is out of range. */
export function moveItem<Item>(list: readonly Item[], index: number, by: number): readonly Item[] {
  const target = index + by;
  if (target < 0 || target >= list.length) return list;
  const [item, others] = [list.slice(index, index + 1), list.toSpliced(index, 1)];
  return [...others.slice(0, target), ...item, ...others.slice(target)];
}

/** Returns the JSON Pointer of a member: the parent's pointer and the escaped name. */
export function pointerTo(path: string, name: string | number): string {
  return `${path}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
