/** Error in JSON text. Line and column count from 1. */
interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Result of parsing JSON. */
type ParsedJson = { readonly value: unknown } | { readonly problem: JsonFault };

/** Maximum nesting depth, as in servers. */
const maxDepth = 1000;

const space = /[\t\n\r ]*/uy;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;
const word = /true|false|null/uy;
// oxlint-disable-next-line eslint/no-control-regex -- JSON forbids control characters in strings.
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;

/**
 * Parses JSON. An integer that a JavaScript number cannot represent exactly becomes a `bigint`, so that no digit is lost.
 *
 * @returns The error with its line and column if the text is not JSON or has more than 1,000 nesting levels.
 */
export function parseExactJson(text: string): ParsedJson {
  const reader = new JsonReader(text);
  try {
    return { value: reader.readAll() };
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error;
    const before = text.slice(0, error.position);
    const line = before.split('\n').length;
    return { problem: { line, column: error.position - before.lastIndexOf('\n'), message: error.message } };
  }
}

/**
 * Parses a number in JSON syntax.
 *
 * @returns A `bigint` for an integer that a JavaScript number cannot represent exactly; `undefined` when the text is
 *   not a number or too large.
 */
export function readNumber(text: string): number | bigint | undefined {
  const trimmed = text.trim();
  number.lastIndex = 0;
  if (number.exec(trimmed)?.[0].length !== trimmed.length || trimmed === '') return undefined;
  return toNumber(trimmed);
}

/** Prints a value as JSON, including all digits of `bigint`s. Members that are `undefined` are omitted. */
export function printExactJson(value: unknown, indent = 0, level = 1): string {
  if (typeof value === 'bigint') return String(value);
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((item) => printExactJson(item, indent, level + 1))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => {
          return `${JSON.stringify(key)}:${indent > 0 ? ' ' : ''}${printExactJson(member, indent, level + 1)}`;
        });
  const [open, close] = isList ? '[]' : '{}';
  if (members.length === 0 || indent === 0) return `${open}${members.join(',')}${close}`;
  const [inner, outer] = [level, level - 1].map((depth) => `\n${' '.repeat(indent * depth)}`);
  return `${open}${inner}${members.join(`,${inner}`)}${outer}${close}`;
}

class JsonMistake extends Error {
  readonly position: number;

  constructor(position: number, message: string) {
    super(message);
    this.position = position;
  }
}

class JsonReader {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readAll(): unknown {
    const value = this.#readValue(1);
    this.#skipSpace();
    if (this.#position < this.#text.length) this.#fail('nothing may follow the value');
    return value;
  }

  #readValue(depth: number): unknown {
    this.#skipSpace();
    if (depth > maxDepth) this.#fail(`the value is nested more than ${maxDepth} levels deep`);
    switch (this.#text[this.#position]) {
      case '{':
        return this.#readObject(depth);
      case '[':
        return this.#readList(depth);
      case '"':
        return this.#readString();
      default:
        return this.#readScalar();
    }
  }

  #readObject(depth: number): JsonRecord {
    const members: [string, unknown][] = [];
    this.#position += 1;
    if (this.#skip('}')) return {};
    do {
      this.#skipSpace();
      if (this.#text[this.#position] !== '"') this.#fail('expected a name in double quotes');
      const key = this.#readString();
      if (!this.#skip(':')) this.#fail(`expected ":" after the name`);
      members.push([key, this.#readValue(depth + 1)]);
    } while (this.#skip(','));
    if (!this.#skip('}')) this.#fail('expected "," or "}"');
    // Unlike an assignment, this creates a member named "__proto__".
    return Object.fromEntries(members);
  }

  #readList(depth: number): unknown[] {
    const items: unknown[] = [];
    this.#position += 1;
    if (this.#skip(']')) return items;
    do items.push(this.#readValue(depth + 1));
    while (this.#skip(','));
    if (!this.#skip(']')) this.#fail('expected "," or "]"');
    return items;
  }

  #readString(): string {
    const found = this.#match(string);
    if (found === undefined)
      this.#fail('the text in double quotes does not end, or has a character that must be escaped');
    return JSON.parse(found) as string;
  }

  #readScalar(): unknown {
    const digits = this.#match(number);
    if (digits !== undefined) return toNumber(digits) ?? this.#fail('the number is too large');
    const name = this.#match(word);
    if (name !== undefined) return JSON.parse(name) as unknown;
    return this.#fail(this.#position < this.#text.length ? 'expected a value' : 'the text ends too early');
  }

  #skip(sign: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#position] !== sign) return false;
    this.#position += 1;
    return true;
  }

  #skipSpace(): void {
    this.#match(space);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#position += found.length;
    return found;
  }

  #fail(message: string): never {
    throw new JsonMistake(this.#position, message);
  }
}

interface JsonRecord {
  readonly [key: string]: unknown;
}

/** Maximum number of digits, because `BigInt` takes more than linear time. */
const maxDigits = 1000;

function toNumber(digits: string): number | bigint | undefined {
  const value = Number(digits);
  if (/^-?\d{16,}$/u.test(digits) && String(value) !== digits) {
    return digits.length > maxDigits ? undefined : BigInt(digits);
  }
  return Number.isFinite(value) ? value : undefined;
}
