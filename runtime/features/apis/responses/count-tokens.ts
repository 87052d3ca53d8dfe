import { isJsonObject } from '../../../wire/json.js';

/** Kinds of characters that tokenizers do not merge with each other. `foreign`: beyond ASCII; `wide`: beyond U+2E80. */
const kinds = { none: 0, space: 1, lower: 2, upper: 3, digit: 4, sign: 5, foreign: 6, wide: 7 } as const;

/** Maximum number of characters in one token, by kind. Longer runs count as several tokens. */
const perToken: readonly number[] = [1, 16, 7, 7, 3, 4, 3, 1];

/**
 * Estimates the tokens of text in one pass over its characters. For JSON and English text, the estimate is within 25 %
 * of the count of GPT-4o's tokenizer, and mostly above it.
 *
 * @param limit Stops counting when there are more tokens.
 */
export function countTokens(text: string, limit = Infinity): number {
  let tokens = 0;
  let run = 0;
  let previous: number = kinds.none;
  for (let index = 0; index < text.length && tokens <= limit; index += 1) {
    const kind = kindOf(text.charCodeAt(index));
    // A capital letter begins a word; small letters continue it.
    const isSame = kind === previous || (kind === kinds.lower && previous === kinds.upper);
    run = isSame ? run + 1 : 1;
    if (run > (perToken[kind] ?? 1)) {
      tokens += 1;
      run = 1;
    } else if (run === (kind === kinds.space ? 2 : 1)) {
      // A single space belongs to the next word.
      tokens += 1;
    }
    previous = kind;
  }
  return tokens;
}

function kindOf(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return kinds.lower;
  if (code >= 0x41 && code <= 0x5a) return kinds.upper;
  if (code >= 0x30 && code <= 0x39) return kinds.digit;
  if (code <= 0x20) return kinds.space;
  if (code < 0x80) return kinds.sign;
  return code < 0x2e80 ? kinds.foreign : kinds.wide;
}

/** Maximum nesting depth that is measured. */
const maxDepth = 512;

/** Tokens for the punctuation around a member of an object: quotes, colon, comma. */
const memberTokens = 2;

/**
 * Estimates the tokens of the JSON text of a value. `Infinity` for a value with more than 512 levels.
 *
 * @param limit Stops counting when there are more tokens.
 */
export function countJsonTokens(value: unknown, limit = Infinity, depth = 0): number {
  if (typeof value === 'string') return countTokens(value, limit) + 1;
  if (typeof value !== 'object' || value === null) return countTokens(String(value));
  if (depth > maxDepth) return Infinity;
  let tokens = 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (tokens > limit) break;
      tokens += countJsonTokens(item, limit - tokens, depth + 1) + 1;
    }
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      if (tokens > limit) break;
      tokens += countMember(key, value[key], limit - tokens, depth);
    }
  }
  return tokens;
}

/** Estimates the tokens of a member of an object, up to a limit as {@link countJsonTokens} does. */
export function countMember(key: string, value: unknown, limit = Infinity, depth = 0): number {
  const tokens = countTokens(key, limit) + memberTokens;
  return tokens + countJsonTokens(value, limit - tokens, depth + 1);
}
