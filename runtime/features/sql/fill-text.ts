import { shorten } from '../../core/results/shorten.js';
import { stringifyExact } from '../../wire/stringify-exact.js';
import type { SqlText } from './sql-definition.js';

/** Maximum length of a result, and of one of its members, in a confirmation, in characters. */
const maxCharacters = 2_000;

/** Inserts values into a text. A name can be a path, such as `auth.claims.sub`; a missing value is empty. */
export function fillText(text: SqlText, values: ReadonlyMap<string, unknown>): string {
  return text.map((part) => (typeof part === 'string' ? part : toText(valueAt(values, part[0])))).join('');
}

function valueAt(values: ReadonlyMap<string, unknown>, name: string): unknown {
  if (values.has(name)) return values.get(name);
  const [first = '', ...path] = name.split('.');
  let value = values.get(first);
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as { readonly [key: string]: unknown })[key];
  }
  return path.length === 0 ? undefined : value;
}

/** Returns a value as text of a limited length. */
export function limitText(value: unknown): string {
  return shorten(toText(value), maxCharacters);
}

/** Returns a value as text: null is empty, and lists and objects are JSON. */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? (stringifyExact(value) ?? '') : String(value as string | number | boolean);
}
