import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { isGiven, toJsonText, toPlainText } from './find-argument.js';
import type { CookieParameter, HeaderParameter, PathParameter, QueryParameter } from './forward-definition.js';
import { ForwardError } from '../../core/results/forward-error.js';
import { percentEncode, percentEncodeReserved, percentEncodeSegment } from '../../core/results/percent-encode.js';

/** Encoded name and value. With an empty name, the value is used alone. */
export type Pair = readonly [name: string, value: string];

type Styled = Pick<QueryParameter, 'name' | 'style' | 'explode' | 'allowReserved'>;
type Encode = (text: string) => string;

/** Delimiters by style. `whole`: the value is the query string itself (`in: querystring`). */
const delimiters = { form: ',', whole: ',', spaceDelimited: '%20', pipeDelimited: '%7C', tabDelimited: '%09' };
const asItIs: Encode = (text) => text;

/**
 * Serializes a path parameter in the style `simple`, `label` or `matrix`, percent-encoded.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#style-examples
 */
export function serializePathValue(parameter: PathParameter, value: unknown): string {
  const { name, style = 'simple', explode = false, allowReserved } = parameter;
  const encode = allowReserved === true ? percentEncodeSegment : percentEncode;
  const pairs = expand(percentEncode(name), value, { explode, encode });
  if (style === 'matrix') return pairs.map(([key, text]) => (text === '' ? `;${key}` : `;${key}=${text}`)).join('');
  const texts = explode && isJsonObject(value) ? pairs.map((pair) => pair.join('=')) : pairs.map(([, text]) => text);
  return style === 'label' ? `.${texts.join('.')}` : texts.join(',');
}

/** Serializes a header in the style `simple`, without percent-encoding. */
export function serializeHeader({ explode = false }: HeaderParameter, value: unknown): string {
  const pairs = expand('', value, { explode, encode: asItIs, encodeKey: asItIs });
  return pairs.map((pair) => (explode && isJsonObject(value) ? pair.join('=') : pair[1])).join(',');
}

/**
 * Serializes a query or form value as pairs.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#style-examples
 */
export function serializePairs(parameter: Styled, value: unknown): readonly Pair[] {
  const { name, style = 'form', explode = style === 'form', allowReserved } = parameter;
  const encode = allowReserved === true ? percentEncodeReserved : percentEncode;
  if (style === 'whole')
    return isJsonObject(value) ? serializeMembers(value) : [['', percentEncode(toPlainText(value))]];
  if (style === 'deepObject') return serializeDeep(percentEncode(name), value, encode);
  return expand(percentEncode(name), value, { explode, delimiter: delimiters[style], encode });
}

/**
 * Serializes a cookie; an exploded value results in several cookies.
 *
 * @see https://spec.openapis.org/oas/v3.2.0.html#style-examples
 */
export function serializeCookie({ name, style, explode = true }: CookieParameter, value: unknown): readonly Pair[] {
  const encode = style === 'cookie' ? asItIs : percentEncode;
  return expand(name, value, { explode, encode, encodeKey: encode });
}

/** Serializes the members of an object as a form: a list repeats its name, a nested object becomes JSON text. */
function serializeMembers(value: JsonObject): readonly Pair[] {
  const members = Object.entries(value).filter(([, member]) => isGiven(member));
  return members.flatMap(([name, member]) =>
    serializePairs({ name }, isJsonObject(member) ? toJsonText(member) : member),
  );
}

interface Expansion {
  /** Whether a list or an object becomes a pair for each item or member, instead of one pair with all of them. */
  readonly explode: boolean;
  readonly delimiter?: string;
  readonly encode?: Encode;
  readonly encodeKey?: Encode;
}

/** Writes a value as pairs. Values nested deeper than one level become JSON text. */
function expand(
  name: string,
  value: unknown,
  { explode, delimiter = ',', encode = percentEncode, encodeKey = percentEncode }: Expansion,
): readonly Pair[] {
  const write = (each: unknown): string => encode(toPlainText(each));
  if (Array.isArray(value)) {
    const items = value.filter(isGiven).map(write);
    if (explode) return items.map((item) => [name, item]);
    return items.length === 0 ? [] : [[name, items.join(delimiter)]];
  }
  if (!isJsonObject(value)) return [[name, write(value)]];
  const entries = Object.entries(value).filter(([, member]) => isGiven(member));
  const members = entries.map(([key, member]): Pair => [encodeKey(key), write(member)]);
  return explode || members.length === 0 ? members : [[name, members.flat().join(delimiter)]];
}

/**
 * Maximum length of a pair's name, in characters. In nested objects, each name includes the names of all enclosing
 * objects.
 */
const maxName = 1000;

/**
 * Serializes an object in the style `deepObject`. OpenAPI defines one level; deeper levels are written in the form that
 * most servers read: `a[b][c]=1`, `a[]=1` for items of a list, `a[0][b]=1` for objects in a list.
 *
 * @throws ForwardError if the joined names are too long.
 */
function serializeDeep(name: string, value: unknown, encode: Encode): readonly Pair[] {
  if (!isGiven(value)) return [];
  if (name.length > maxName) {
    throw new ForwardError(
      `An argument is nested too deeply, or its names are too long (at most ${maxName} characters are allowed)`,
    );
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      serializeDeep(`${name}%5B${typeof item === 'object' ? index : ''}%5D`, item, encode),
    );
  }
  if (!isJsonObject(value)) return [[name, encode(String(value))]];
  return Object.entries(value).flatMap(([key, member]) =>
    serializeDeep(`${name}%5B${percentEncode(key)}%5D`, member, encode),
  );
}
