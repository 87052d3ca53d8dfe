import { isDigit, isJsonObject, mayHoldLongIntegers, minimalDigits } from './json.js';

/**
 * Exact copies (twins) of parsed objects and arrays that contain an integer that JavaScript rounds.
 *
 * @see docs/decisions/0053-long-integers-have-an-exact-twin.md
 */
export const exactTwins = new WeakMap<object, unknown>();

/**
 * Maximum number of digits of an exact integer: `BigInt` takes more than linear time, about 30 ns per digit at this
 * length.
 */
export const maxDigits = 10_000;

/** Minimum number of digits of an integer that may exceed the largest number. */
const infiniteDigits = 309;

/** Placeholder in exact twins for an integer with too many digits. */
export const overlong = Symbol('overlong integer');

/** Text of the problem for an integer with too many digits. */
export const overlongMessage = 'must be an integer of at most 10,000 digits';

/** Rounds an integer to a finite number. */
export function roundInteger(exact: bigint): number {
  return boundNumber(Number(exact));
}

/** Parses JSON text; an integer beyond `Number.MAX_VALUE` becomes a finite number instead of `Infinity`. */
export function parseRounded(text: string): unknown {
  return mayHoldLongIntegers(text, infiniteDigits)
    ? JSON.parse(text, (_key, value: unknown) => (typeof value === 'number' ? boundNumber(value) : value))
    : JSON.parse(text);
}

function boundNumber(value: number): number {
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/**
 * Parses a JSON text, with a `bigint` for each integer that a number cannot hold, and remembers the exact twin of every
 * object and array that contains one, for `exactOf`. The text must not be nested too deeply for recursive code.
 *
 * @param rounded The parsed text. Parts without such integers are shared with the returned value. Integers beyond the
 *   largest number become finite in the parsed text, unless they have too many digits.
 */
export function readExact(text: string, rounded: unknown): unknown {
  const { json, mark } = markIntegers(text);
  return json === text ? rounded : toExact(JSON.parse(json), rounded, mark);
}

/**
 * Parses JSON text into a value whose integers beyond the safe range are `bigint`s, like {@link readExact}, but without
 * twins.
 *
 * @throws SyntaxError for text that is not JSON, or has an integer with too many digits.
 */
export function parseExact(text: string): unknown {
  const { json, mark } = markIntegers(text);
  return json === text ? JSON.parse(text) : unmark(JSON.parse(json), mark);
}

/** Replaces the marked strings in a value. */
function unmark(value: unknown, mark: string): unknown {
  if (value === mark) throw new SyntaxError(`A number ${overlongMessage}`);
  if (typeof value === 'string') return value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    for (let index = 0; index < items.length; index += 1) items[index] = unmark(items[index], mark);
    return items;
  }
  const members = value as { [key: string]: unknown };
  for (const key of Object.keys(members)) {
    // The integer appears where a member name (a string) is required.
    if (key.startsWith(mark)) throw new SyntaxError('The name of a member must be a string');
    const member = members[key];
    const exact = unmark(member, mark);
    if (exact === member) continue;
    // An assignment would not change the property of this name.
    if (key === '__proto__') Object.defineProperty(members, key, { value: exact });
    else members[key] = exact;
  }
  return value;
}

/** Rare character, and its escapes. */
const rareMark = '\x7f';
const rareMarks = [rareMark, '\\u007f', '\\u007F'];

/** Chooses a mark that no string in JSON text begins with. */
function chooseMark(text: string): string {
  // The alternative, a random UUID, cannot be guessed.
  return rareMarks.some((written) => text.includes(written)) ? crypto.randomUUID() : rareMark;
}

/** Number of pieces that are joined at once: a single long list takes three times as long. */
const maxPieces = 1000;

/**
 * Replaces integers that a number cannot hold with strings that begin with the mark; the mark alone stands for an
 * integer with too many digits.
 */
function markIntegers(text: string): { readonly json: string; readonly mark: string } {
  const mark = chooseMark(text);
  let json = '';
  let pieces: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = findEndOfString(text, at);
    } else if (isDigit(code) || code === 0x2d) {
      const end = findEndOfNumber(text, at);
      const number = end - at < minimalDigits ? '' : text.slice(at, end);
      if (isRounded(number)) {
        // The pieces are joined with quotes, which turns the integer into a string.
        const isKept = number.length - (code === 0x2d ? 1 : 0) <= maxDigits;
        pieces.push(text.slice(copied, at), isKept ? mark + number : mark);
        copied = end;
      }
      at = end - 1;
      if (pieces.length < maxPieces) continue;
      json += `${pieces.join('"')}"`;
      pieces = [];
    }
  }
  pieces.push(text.slice(copied));
  return { json: json + pieces.join('"'), mark };
}

function findEndOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
  return at;
}

function findEndOfNumber(text: string, start: number): number {
  let at = start + 1;
  // `+`, `-`, `.`, `E` and `e` in addition to digits.
  while (at < text.length && (isDigit(text.charCodeAt(at)) || '+-.Ee'.includes(text.charAt(at)))) at += 1;
  return at;
}

function isRounded(number: string): boolean {
  if (number.length < minimalDigits || !/^-?[1-9]\d*$/u.test(number)) return false;
  // A number is printed with at most 17 significant digits; all further digits are zeros.
  return (number.length > 18 && !number.endsWith('0')) || String(Number(number)) !== number;
}

function toExact(marked: unknown, rounded: unknown, mark: string): unknown {
  if (typeof marked === 'string') {
    if (typeof rounded !== 'number') return rounded;
    return marked === mark ? overlong : BigInt(marked.slice(mark.length));
  }
  if (Array.isArray(marked) && Array.isArray(rounded)) {
    const items = marked.map((item, index) => toExact(item, rounded[index], mark));
    return remember(
      rounded,
      items,
      items.some((item, index) => item !== rounded[index]),
    );
  }
  if (!isJsonObject(marked) || !isJsonObject(rounded)) return rounded;
  const members = Object.entries(marked).map(([key, member]) => [key, toExact(member, rounded[key], mark)] as const);
  const isChanged = members.some(([key, member]) => member !== rounded[key]);
  // `Object.fromEntries`, because an assignment to `__proto__` would not create a property.
  return remember(rounded, isChanged ? Object.fromEntries(members) : rounded, isChanged);
}

function remember(rounded: object, exact: object, isChanged: boolean): unknown {
  if (!isChanged) return rounded;
  exactTwins.set(rounded, exact);
  for (const [key, member] of Object.entries(exact) as [string, unknown][]) {
    // An assignment would not change the property `__proto__`.
    if (isInfinite(member)) Object.defineProperty(rounded, key, { value: roundInteger(member) });
  }
  return exact;
}

function isInfinite(value: unknown): value is bigint {
  return typeof value === 'bigint' && !Number.isFinite(Number(value));
}
