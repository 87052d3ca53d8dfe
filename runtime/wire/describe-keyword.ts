/** Error of a validator, in the format of Ajv. */
export interface KeywordError {
  /** JSON pointer to the part of the value that does not match. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: KeywordParams;
  /** Name of a property whose name, not value, is invalid. */
  readonly propertyName?: string;
}

/** Parameters of the keyword, such as `{limit: 3}`. */
export type KeywordParams = { readonly [name: string]: unknown };

/** Maximum number of listed values, and of characters of a shown value or pattern. */
const maxListed = 20;
const maxShown = 80;
const maxPattern = 200;

/** Prints a value as JSON, truncated to about 80 characters. */
export function showValue(value: unknown): string {
  try {
    return truncate(JSON.stringify(takeBeginning(value)) ?? String(value));
  } catch {
    return '(a value that cannot be shown)';
  }
}

/**
 * Reduces a value to the parts that the beginning of its JSON text shows, so that a long value is not encoded
 * completely.
 */
function takeBeginning(value: unknown): unknown {
  let left = maxShown;
  const take = (part: unknown): unknown => {
    left -= 1;
    if (typeof part === 'string') return part.slice(0, maxShown);
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.slice(0, Math.max(left, 0)).map(take);
    const members = part as { readonly [key: string]: unknown };
    const keys = Object.keys(part).slice(0, Math.max(left, 0));
    return Object.fromEntries(keys.map((key) => [key.slice(0, maxShown), left < 0 ? null : take(members[key])]));
  };
  return take(value);
}

/** Truncates a string to 80 characters, or to another maximum. */
export function truncate(text: string, max = maxShown): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

/**
 * Describes what a keyword of JSON Schema (2020-12, draft-07) requires, as the predicate of a sentence: `must be an
 * integer`. Other validators may report any keyword.
 *
 * @param place Path of the value, for keywords that compare its parts.
 */
export function describeKeyword({ keyword, params, propertyName }: KeywordError, place = ''): string {
  const sentence = Object.hasOwn(sentences, keyword) ? sentences[keyword] : undefined;
  const text = sentence?.(params, place) ?? `does not satisfy "${keyword}"`;
  return propertyName === undefined ? text : `property name ${showValue(propertyName)} ${text}`;
}

/** Lists alternatives: `a, b or c`. */
export function joinOr(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

type Sentence = (params: KeywordParams, place: string) => string;

const isNeeded: Sentence = ({ property, allowedValues }) => {
  const when = typeof property === 'string' ? ` when ${property} is set` : '';
  return `is required${when}${Array.isArray(allowedValues) ? `: ${listValues(allowedValues)}` : ''}`;
};
const isForbidden: Sentence = () => 'is not allowed';
const hasTooManyItems: Sentence = ({ limit, len }) => describeMaximum('item')({ limit: limit ?? len }, '');
const mustFitOne: Sentence = ({ wanted, passingSchemas }) => {
  if (typeof wanted === 'string') return wanted;
  return passingSchemas === undefined || passingSchemas === null
    ? 'must fit one of the allowed forms'
    : 'must fit only one of the allowed forms, but fits several';
};

const sentences: { readonly [keyword: string]: Sentence } = {
  type: ({ type }) =>
    type === undefined
      ? 'has the wrong type'
      : `must be ${joinOr(listTypes(type).map((name) => typeNames[name] ?? name))}`,
  enum: ({ allowedValues }) =>
    Array.isArray(allowedValues) ? `must be ${listValues(allowedValues)}` : 'must be one of the allowed values',
  const: ({ allowedValue }) => `must be ${showValue(allowedValue)}`,
  required: isNeeded,
  dependentRequired: isNeeded,
  dependencies: isNeeded,
  additionalProperties: isForbidden,
  unevaluatedProperties: isForbidden,
  not: isForbidden,
  'false schema': isForbidden,
  propertyNames: ({ propertyName }) => `property name ${showValue(propertyName)} is not allowed`,
  minLength: describeMinimum('character'),
  maxLength: describeMaximum('character'),
  minItems: describeMinimum('item'),
  maxItems: describeMaximum('item'),
  minProperties: describeMinimum('property'),
  maxProperties: describeMaximum('property'),
  items: hasTooManyItems,
  additionalItems: hasTooManyItems,
  unevaluatedItems: hasTooManyItems,
  contains: ({ minContains, maxContains }) => describeContains(Number(minContains), maxContains),
  uniqueItems: ({ i, j }, place) => {
    const [first, second] = [Number(i), Number(j)].toSorted((a, b) => a - b);
    return `items must be unique (${place}[${first}] equals ${place}[${second}])`;
  },
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be greater than ${limit}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${limit}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  pattern: ({ pattern }) => `must match the pattern ${truncate(String(pattern), maxPattern)}`,
  format: ({ format }) => `must be ${formatNames[String(format)] ?? `in the format ${showValue(format)}`}`,
  contentEncoding: () => 'must be Base64',
  exactInteger: ({ limit }) =>
    Number(limit) > Number.MAX_SAFE_INTEGER
      ? 'must be an integer of at most 10,000 digits'
      : 'must be an integer from -9007199254740991 to 9007199254740991; integers outside this range would be rounded',
  if: () => 'must fit the schema that applies to such a value',
  anyOf: mustFitOne,
  oneOf: mustFitOne,
};

const typeNames: { readonly [type: string]: string } = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
};

const formatNames: { readonly [format: string]: string } = {
  date: 'a date such as 2025-12-31',
  time: 'a time such as 23:59:59Z',
  'date-time': 'a date and time such as 2025-12-31T23:59:59Z',
  duration: 'a duration such as P3DT12H',
  email: 'an email address',
  'idn-email': 'an email address',
  hostname: 'a host name',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  uri: 'a URI',
  url: 'a URL',
  'uri-reference': 'a URI or a relative reference',
  'uri-template': 'a URI template',
  uuid: 'a UUID',
  regex: 'a regular expression',
  'json-pointer': 'a JSON pointer',
};

/** Lists the types in an error of `type`. */
export function listTypes(type: unknown): readonly string[] {
  return Array.isArray(type) ? type.map(String) : String(type).split(',');
}

function listValues(values: readonly unknown[]): string {
  const shown = values.slice(0, maxListed).map(showValue).join(', ');
  if (values.length === 1) return shown;
  return `one of ${shown}${values.length > maxListed ? `, … (${values.length} values)` : ''}`;
}

function describeMinimum(noun: string): Sentence {
  return ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${count(limit, noun)}`);
}

function describeMaximum(noun: string): Sentence {
  return ({ limit }) => (limit === 0 ? 'must be empty' : `must have at most ${count(limit, noun)}`);
}

function count(limit: unknown, noun: string): string {
  if (limit === 1) return `1 ${noun}`;
  return `${limit} ${noun === 'property' ? 'properties' : `${noun}s`}`;
}

function describeContains(min: number, max: unknown): string {
  if (max === undefined) return `must contain at least ${count(min, 'matching item')}`;
  const from = min === 0 ? 'at most ' : `${min} to `;
  return `must contain ${min === max ? '' : from}${count(max, 'matching item')}`;
}
