import { exactTwins, overlong, roundInteger } from './exact-integers.js';

/**
 * Returns the current exact value of an object or array of a parsed message: a copy with a `bigint` for each remaining
 * integer that a number cannot hold; this also works for other objects that contain parts of messages. Returns the
 * value itself if there is
 * no such integer.
 */
export function exactOf(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (exactTwins.has(value)) return copyExact(value, exactTwins.get(value));
  return Object.values(value).some((member) => isObject(member) && exactTwins.has(member))
    ? copyExact(value, undefined)
    : value;
}

/**
 * Finds the path of the first integer with too many digits in a parsed value; `undefined` if there is none.
 *
 * @param exact The exact twin of the value.
 */
export function findOverlong(exact: unknown): readonly string[] | undefined {
  if (exact === overlong) return [];
  if (!isObject(exact)) return undefined;
  for (const [key, member] of Object.entries(exact) as [string, unknown][]) {
    const path = findOverlong(member);
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
}

/** Copies an object or array. Its members may have changed since its twin was made. */
function copyExact(value: object, twin: unknown): unknown {
  const former = isObject(twin) ? (twin as { readonly [key: string]: unknown }) : {};
  const exact = (key: string, member: unknown): unknown => {
    if (isObject(member)) return exactTwins.has(member) ? copyExact(member, exactTwins.get(member)) : member;
    const kept = Object.hasOwn(former, key) ? former[key] : undefined;
    return typeof kept === 'bigint' && roundInteger(kept) === member ? kept : member;
  };
  if (Array.isArray(value)) return value.map((item, index) => exact(String(index), item));
  // `Object.fromEntries`, because an assignment to `__proto__` would not create a property.
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, exact(key, member)]));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Remembers the exact value of an object that was created from a parsed object. */
export function keepExact(rounded: object, exact: unknown): void {
  exactTwins.set(rounded, exact);
}
