import { isJsonObject } from './json.js';

/**
 * Encodes a parsed JSON value canonically: without spaces, keys in the order of their UTF-16 code units, numbers and
 * strings as ECMAScript encodes them. Members that are `undefined` are omitted.
 *
 * @throws RangeError for a number that is not finite, and for a value that is nested too deeply for the stack.
 * @throws TypeError for a value that is not JSON, such as a `bigint`.
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (isJsonObject(value)) return canonicalMembers(Object.keys(value), (key) => encodeMember(value[key]));
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`JSON cannot represent ${value}`);
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`JSON cannot represent a value of type ${typeof value}`);
  return text;
}

function encodeMember(value: unknown): string | undefined {
  return value === undefined ? undefined : canonicalJson(value);
}

/** Encodes an object whose members are canonical JSON text, or `undefined`. */
export function canonicalMembers(keys: readonly string[], encode: (key: string) => string | undefined): string {
  let text = '{';
  // Without a function, strings are compared by code units.
  for (const key of keys.toSorted()) {
    const member = encode(key);
    if (member !== undefined) text += `${text.length > 1 ? ',' : ''}${JSON.stringify(key)}:${member}`;
  }
  return `${text}}`;
}
