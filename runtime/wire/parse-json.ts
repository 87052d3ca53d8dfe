import { mayHoldLongIntegers, parseExact, readExact } from './exact-integers.js';
import { isJsonObject } from './json.js';

/** Maximum number of arrays and objects inside each other in a message. Recursive code can walk that many. */
export const maximalDepth = 1000;

/** Stands for the nested parts of a message that is nested too deeply. */
export const tooDeep = Symbol('nested too deeply');

/**
 * Parses the text of a peer's message. When the message is nested too deeply, {@link tooDeep} replaces each object and array
 * at its top level, so that its id can be read but recursive code finds nothing to walk. Integers that a number cannot hold are
 * rounded; `exactOf` gives the exact value of an object or array of the message, and `findOverlong` finds those that it cannot give.
 *
 * @throws SyntaxError for a text that is not JSON.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isNestedTooDeeply(text)) return prune(value);
  if (mayHoldLongIntegers(text)) readExact(text, value);
  return value;
}

/**
 * Parses a JSON text with a `bigint` for each integer that a number cannot hold; in a text that is nested too deeply such
 * integers are rounded.
 *
 * @throws SyntaxError for a text that is not JSON, or has an integer of more than 10,000 digits.
 */
export function parseExactJson(text: string): unknown {
  return mayHoldLongIntegers(text) && !isNestedTooDeeply(text) ? parseExact(text) : JSON.parse(text);
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
