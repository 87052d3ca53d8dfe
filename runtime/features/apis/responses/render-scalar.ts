import { isJsonObject } from '../../../wire/json.js';

/** Renders a value on one line: plain text unchanged, other text quoted as in JSON. */
export function renderScalar(value: unknown): string {
  return typeof value === 'string' ? renderString(value, /[\n\r\t"|]/) : renderInline(value);
}

/** Renders a value on one line between other values: `{id: 1, tags: [a, b]}`. */
export function renderInline(value: unknown): string {
  if (typeof value === 'string') return renderString(value, /[\n\r\t"|,{}[\]]|: /);
  if (Array.isArray(value)) return `[${value.map(renderInline).join(', ')}]`;
  if (!isJsonObject(value)) return String(value);
  return `{${Object.keys(value)
    .map((key) => `${renderKey(key)}: ${renderInline(value[key])}`)
    .join(', ')}}`;
}

/** Renders the name of a member. */
export function renderKey(key: string): string {
  return /^[\w$@/-]+$/u.test(key) ? key : JSON.stringify(key);
}

/**
 * Pattern for strings that look like a number, `true`, `false` or `null`, or that begin or end like syntax of the output.
 */
const looksOther = /^(?:true|false|null|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$|^[\s[{'#`-]|[\s:]$|^$/u;

/** @param separators Characters that would end the string. */
function renderString(text: string, separators: RegExp): string {
  return separators.test(text) || looksOther.test(text) ? JSON.stringify(text) : text;
}
