/** A JSON object as `JSON.parse` gives it. Keys come from the peer: look them up with care, `__proto__` is one like any other. */
export type JsonObject = { readonly [key: string]: unknown };

/** Whether a value is a JSON object: not `null`, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path of keys and indexes; `undefined` when there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as JsonObject)[key];
  }
  return found;
}

/** JSON text of a value. Returns `undefined` when the value contains a `bigint`, or something else that is not JSON. */
export function tryStringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Whether JSON.stringify replaces an object by what its `toJSON` returns. */
export function hasToJson(value: unknown): boolean {
  return isJsonObject(value) && 'toJSON' in value;
}

/** Maximum number of arrays and objects inside each other in a message. Recursive code can walk that many. */
export const maximalDepth = 1000;

/** Stands for the nested parts of a message that is nested too deeply. */
export const tooDeep = Symbol('nested too deeply');

/** A message that may contain integers which a number cannot hold. `readLong` of `parse-json.ts` gives the message itself. */
export class LongMessage {
  readonly text: string;
  /** The parsed text, with these integers rounded. */
  readonly rounded: unknown;

  constructor(text: string, rounded: unknown) {
    this.text = text;
    this.rounded = rounded;
  }
}

/**
 * Parses the text of a peer's message, without the code that reads long integers: a text that may contain some becomes a
 * {@link LongMessage}. When the message is nested too deeply, {@link tooDeep} replaces each object and array at its top level, so that
 * its id can be read but recursive code finds nothing to walk.
 *
 * @throws SyntaxError for a text that is not JSON.
 */
export function parseMessage(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isNestedTooDeeply(text)) return prune(value);
  return mayHoldLongIntegers(text) ? new LongMessage(text, value) : value;
}

/** Counts the brackets of a JSON text, outside of its strings: whether there are more than `most` inside each other. */
export function isNestedTooDeeply(text: string, most = maximalDepth): boolean {
  // A shorter text has too few brackets.
  if (text.length <= 2 * most) return false;
  // Usually there are too few: 10 times faster than reading the text.
  if (countUpTo(text, '[', most) + countUpTo(text, '{', most) < most) return false;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length && depth <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) isInString = !isInString;
    else if (code === 0x5c) at += 1;
    else if (isInString) continue;
    // Brackets differ from braces in one bit.
    else if ((code & 0xdf) === 0x5b) depth += 1;
    else if ((code & 0xdf) === 0x5d) depth -= 1;
  }
  return depth > most;
}

/** Counts a character in a text, up to a limit. */
function countUpTo(text: string, character: string, limit: number): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && count < limit; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

function prune(message: unknown): unknown {
  if (!isJsonObject(message)) return tooDeep;
  const members = Object.entries(message).map(
    ([key, value]) => [key, value instanceof Object ? tooDeep : value] as const,
  );
  return Object.fromEntries(members);
}

/** Fewest digits of an integer that a number cannot hold. */
export const minimalDigits = 16;

/**
 * Whether a JSON text may contain an integer that a number cannot hold: whether there are 16 digits in a row, or as many as given. Of so
 * many, one is at an index that is a multiple of 16: 14 times faster than a regular expression.
 */
export function mayHoldLongIntegers(text: string, digits = minimalDigits): boolean {
  for (let at = digits - 1; at < text.length; at += digits) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let start = at;
    let end = at + 1;
    while (end - start < digits && isDigit(text.charCodeAt(start - 1))) start -= 1;
    while (end - start < digits && isDigit(text.charCodeAt(end))) end += 1;
    if (end - start >= digits) return true;
  }
  return false;
}

/** Whether a character code is that of an ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
