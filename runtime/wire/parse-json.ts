import { parseExact, readExact } from './exact-integers.js';
import { isNestedTooDeeply, LongMessage, mayHoldLongIntegers, parseMessage } from './json.js';

/**
 * Parses the text of a peer's message as {@link parseMessage} does, and reads its long integers: they are rounded; `exactOf` gives the
 * exact value of an object or array of the message, and `findOverlong` finds those that it cannot give.
 *
 * @throws SyntaxError for a text that is not JSON.
 */
export function parseJson(text: string): unknown {
  const message = parseMessage(text);
  return message instanceof LongMessage ? readLong(message) : message;
}

/** Reads the long integers of a message, as {@link parseJson} does. */
export function readLong({ text, rounded }: LongMessage): unknown {
  readExact(text, rounded);
  return rounded;
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
