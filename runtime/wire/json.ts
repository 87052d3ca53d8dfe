/** JSON object as returned by `JSON.parse`. Keys come from the peer and may be `__proto__`. */
export type JsonObject = { readonly [key: string]: unknown };

/** Whether a value is a JSON object: not `null`, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Encodes a value as JSON. Returns `undefined` if the value contains a `bigint`, or anything else that is not JSON. */
export function tryStringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Whether `JSON.stringify` would call `toJSON` of a value. */
export function hasToJson(value: unknown): boolean {
  return isJsonObject(value) && 'toJSON' in value;
}

/** Maximum nesting depth of a message that recursive code can process. */
export const maxDepth = 1000;

/** Placeholder for nested parts of a message that is nested too deeply. */
export const tooDeep = Symbol('nested too deeply');

/**
 * Message that may be nested too deeply, or contain integers that a number cannot hold. `readSuspect` of
 * `parse-json.ts` returns the message itself.
 */
export class SuspectMessage {
  readonly text: string;
  /** The text as parsed by `JSON.parse`. */
  readonly parsed: unknown;

  constructor(text: string, parsed: unknown) {
    this.text = text;
    this.parsed = parsed;
  }
}

/**
 * Parses the text of a peer's message, without code for rare messages: text whose nesting or integers must be checked
 * becomes a {@link SuspectMessage}.
 *
 * @throws SyntaxError for text that is not JSON.
 */
export function parseMessage(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return mayBeNestedTooDeeply(text) || mayHoldLongIntegers(text) ? new SuspectMessage(text, value) : value;
}

/** Whether JSON text has enough brackets to exceed a nesting depth. */
export function mayBeNestedTooDeeply(text: string, max = maxDepth): boolean {
  // A shorter text has too few brackets.
  return text.length > 2 * max && countUpTo(text, '[', max) + countUpTo(text, '{', max) >= max;
}

/** Counts a character in a string, up to a limit. */
function countUpTo(text: string, character: string, limit: number): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && count < limit; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

/** Minimum number of digits of an integer that a number cannot hold. */
export const minimalDigits = 16;

/**
 * Whether JSON text may contain an integer that a number cannot hold: at least `digits` digits in a row. Of 16
 * consecutive digits, one is at an index that is a multiple of 16; checking these is 14 times faster than a regular
 * expression.
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

/** Whether a character code represents an ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
