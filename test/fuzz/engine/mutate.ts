import type { Random } from './random.js';

/** A JSON value as mutators see it. */
export type Value = null | boolean | number | string | undefined | readonly Value[] | { readonly [key: string]: Value };

/** Values that have broken programs before. */
const oddValues: readonly Value[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u2028',
  '\r\n',
  '__proto__',
  'constructor',
  '%',
  '../..',
  [],
  {},
  [null],
  { __proto__: null, toString: 1 },
];

/** Texts that stand for whole constructs. */
const oddTexts = [
  '\0',
  '\n',
  '\r',
  '\t',
  '"',
  "'",
  '\\',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '&',
  '*',
  '%',
  '#',
  '\ufeff',
  'é',
  '😀',
];

/** Changes a text at one place; `words` are texts that mean something to its reader. */
export function mutateText(text: string, other: string, words: readonly string[], random: Random): string {
  const at = random.below(text.length + 1);
  const end = Math.min(text.length, at + 1 + random.below(random.chance(0.8) ? 8 : text.length));
  const head = text.slice(0, at);
  const part = text.slice(at, end);
  const tail = text.slice(end);
  switch (random.below(9)) {
    case 0:
      return head + tail;
    case 1:
      return head + part + part + tail;
    case 2:
      return head + part.repeat(random.chance(0.9) ? 5 : 300) + tail;
    case 3:
      return head + random.pick(oddTexts) + part + tail;
    case 4:
      return head + tail + part;
    case 5:
      return head + String.fromCharCode(random.below(random.chance(0.9) ? 256 : 65_536)) + text.slice(at + 1);
    case 6:
      return head + other.slice(random.below(other.length + 1)).slice(0, 200) + tail;
    case 7:
      return head + part.replace(/\d+/u, () => String(random.pick([0, -1, 2 ** 31, 2 ** 53, Infinity]))) + tail;
    default:
      return words.length === 0 ? head : head + random.pick(words) + (random.chance(0.5) ? part : '') + tail;
  }
}

/** Changes a JSON value at one place, however deep. */
export function mutateValue(value: Value, other: Value, words: readonly string[], random: Random): Value {
  if (typeof value === 'object' && value !== null && random.chance(0.85)) {
    return mutateInside(value, other, words, random);
  }
  switch (random.below(6)) {
    case 0:
      return random.pick(oddValues);
    case 1:
      return random.pick(words);
    case 2:
      return random.chance(0.5) ? `@nested:${random.pick([1000, 9000, 100_000])}` : nest(value, 3, random);
    case 3:
      return typeof value === 'number' ? value + random.pick([1, -1, 0.5, 2 ** 40]) : pickInside(other, random);
    default:
      return typeof value === 'string' ? mutateText(value, '', words, random) : random.pick(oddValues);
  }
}

function mutateInside(value: object, other: Value, words: readonly string[], random: Random): Value {
  const entries: [string, Value][] = Object.entries(value);
  const at = random.below(entries.length);
  const [key, member] = entries[at] ?? [random.pick(words), null];
  const kind = random.below(12);
  if (kind === 0) entries.splice(at, 1);
  else if (kind === 1) entries.push([random.pick(words), pickInside(other, random)]);
  else if (kind === 2) entries.splice(at, 1, [random.pick(words), member]);
  else if (kind === 3) entries.splice(random.below(entries.length + 1), 0, [`${key}`, member]);
  else entries.splice(at, 1, [key, mutateValue(member, other, words, random)]);
  if (Array.isArray(value)) return entries.map(([, item]) => item);
  return Object.fromEntries(entries);
}

/** A part of a value, or all of it. */
function pickInside(value: Value, random: Random): Value {
  const members = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return members.length === 0 || random.chance(0.3) ? value : pickInside(random.pick(members), random);
}

function nest(value: Value, depth: number, random: Random): Value {
  const isArray = random.chance(0.5);
  let nested = value;
  for (let level = 0; level < depth; level += 1) nested = isArray ? [nested] : { a: nested };
  return nested;
}

/**
 * Puts nested arrays in the place of each text `@nested:<depth>`: JavaScript can parse JSON that is nested more deeply than what
 * it can print.
 */
export function expandNesting(json: string): string {
  return json.replace(
    /(?<!\\)"@nested:([1-9]\d{0,5})"(?!:)/gu,
    (_, depth: string) => '['.repeat(Number(depth)) + ']'.repeat(Number(depth)),
  );
}
