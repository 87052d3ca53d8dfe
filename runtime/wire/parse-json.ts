import { parseExact, readExact } from './exact-integers.js';
import { mayHoldLongIntegers, parseMessage, SuspectMessage } from './json.js';
import { isNestedTooDeeply, prune } from './nesting.js';

/**
 * Parses the text of a peer's message. If it is nested too deeply, `tooDeep` replaces each object and array at its top
 * level, so that its id can be read but recursive code finds nothing to process. Long integers are rounded; `exactOf`
 * returns the exact value of an object or array of the message, and `findOverlong` finds integers that are too long for
 * it.
 *
 * @throws SyntaxError for text that is not JSON.
 */
export function parseJson(text: string): unknown {
  const message = parseMessage(text);
  return message instanceof SuspectMessage ? readSuspect(message) : message;
}

/** Checks the nesting and the long integers of a message, like {@link parseJson}. */
export function readSuspect({ text, parsed }: SuspectMessage): unknown {
  if (isNestedTooDeeply(text)) return prune(parsed);
  if (mayHoldLongIntegers(text)) readExact(text, parsed);
  return parsed;
}

/**
 * Parses JSON text with a `bigint` for each integer that a number cannot hold. If it is nested too deeply, such
 * integers are rounded.
 *
 * @throws SyntaxError for text that is not JSON, or has an integer with more than 10,000 digits.
 */
export function parseExactJson(text: string): unknown {
  return mayHoldLongIntegers(text) && !isNestedTooDeeply(text) ? parseExact(text) : JSON.parse(text);
}
