import { percentEncode, percentEncodeReserved } from './percent-encode.js';
import { isGiven, readParameterValue, type ParameterValue } from './parameter-value.js';
import { isJsonObject } from '../protocol/json-object.js';
import type { BodyPart, CookieParameter, PathParameter, QueryParameter } from './forward-definition.js';

/** Encoded name and value. */
export type Pair = readonly [name: string, value: string];

/** Serialization style of a query or form value. */
export type PairStyle = Pick<QueryParameter, 'style' | 'explode' | 'allowReserved' | 'isJson'> | BodyPart;

const delimiters = { form: ',', spaceDelimited: '%20', pipeDelimited: '%7C', tabDelimited: '%09' };
const asItIs = (text: string): string => text;

/**
 * Serializes a path parameter in the style `simple`, `label` or `matrix`, percent-encoded.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#style-examples
 */
export function serializePathValue({ name, style = 'simple', explode = false }: PathParameter, value: unknown): string {
  const read = readParameterValue(value);
  if (style === 'matrix') return serializeMatrix(percentEncode(name), read, explode);
  if (style === 'label') return `.${joinValue(read, explode, explode ? '.' : ',', percentEncode)}`;
  return joinValue(read, explode, ',', percentEncode);
}

/** Serializes a header in the style `simple`, without percent-encoding. */
export function serializeHeaderValue(explode: boolean, value: unknown): string {
  return joinValue(readParameterValue(value), explode, ',', asItIs);
}

/**
 * Serializes a query or form value as pairs.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#style-examples
 */
export function serializePairs(name: string, how: PairStyle, value: unknown): readonly Pair[] {
  const { style = 'form', explode = style === 'form', allowReserved, isJson } = how;
  const encode = allowReserved === true ? percentEncodeReserved : percentEncode;
  if (isJson === true) return [[percentEncode(name), encode(JSON.stringify(value))]];
  if (style === 'whole') return serializeMembers(value);
  if (style === 'deepObject') return serializeDeep(percentEncode(name), value, encode);
  return joinPairs(percentEncode(name), readParameterValue(value), explode, delimiters[style], encode);
}

/**
 * Serializes a cookie; an exploded value gives several cookies.
 *
 * @see https://spec.openapis.org/oas/v3.2.0.html#style-examples
 */
export function serializeCookie({ name, style, explode = true }: CookieParameter, value: unknown): readonly Pair[] {
  return joinPairs(name, readParameterValue(value), explode, ',', style === 'cookie' ? asItIs : percentEncode);
}

/** Serializes the members of an object as a form: a list repeats its name, an object is JSON text. */
function serializeMembers(value: unknown): readonly Pair[] {
  const members = isJsonObject(value) ? Object.entries(value).filter(([, member]) => isGiven(member)) : [];
  return members.flatMap(([key, member]) => serializePairs(key, isJsonObject(member) ? { isJson: true } : {}, member));
}

function serializeMatrix(name: string, value: ParameterValue, explode: boolean): string {
  if (value.kind === 'object' && explode) return `;${joinValue(value, true, ';', percentEncode)}`;
  if (value.kind === 'list' && explode) return value.items.map((item) => `;${name}=${percentEncode(item)}`).join('');
  const joined = joinValue(value, false, ',', percentEncode);
  return joined === '' ? `;${name}` : `;${name}=${joined}`;
}

/** @param explode With `true`, members of an object are joined as `key=value`, else as `key,value`. */
function joinValue(
  value: ParameterValue,
  explode: boolean,
  delimiter: string,
  encode: (text: string) => string,
): string {
  if (value.kind === 'text') return encode(value.text);
  if (value.kind === 'list') return value.items.map(encode).join(delimiter);
  const between = explode ? '=' : delimiter;
  return value.entries.map(([key, text]) => `${encode(key)}${between}${encode(text)}`).join(delimiter);
}

function joinPairs(
  name: string,
  value: ParameterValue,
  explode: boolean,
  delimiter: string,
  encode: (text: string) => string,
): readonly Pair[] {
  if (value.kind === 'text') return [[name, encode(value.text)]];
  if (value.kind === 'list') {
    if (explode) return value.items.map((item) => [name, encode(item)]);
    return value.items.length === 0 ? [] : [[name, joinValue(value, false, delimiter, encode)]];
  }
  if (explode) return value.entries.map(([key, text]) => [percentEncode(key), encode(text)]);
  return value.entries.length === 0 ? [] : [[name, joinValue(value, false, delimiter, encode)]];
}

/**
 * Serializes an object in the style `deepObject`. OpenAPI defines one level; deeper levels are written as most servers read them:
 * `a[b][c]=1`, `a[]=1` for items of a list, `a[0][b]=1` for objects in a list.
 */
function serializeDeep(name: string, value: unknown, encode: (text: string) => string): readonly Pair[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      isGiven(item) ? serializeDeep(`${name}%5B${isPlain(item) ? '' : index}%5D`, item, encode) : [],
    );
  }
  if (!isJsonObject(value)) return [[name, encode(String(value))]];
  return Object.entries(value).flatMap(([key, member]) =>
    isGiven(member) ? serializeDeep(`${name}%5B${percentEncode(key)}%5D`, member, encode) : [],
  );
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object';
}
