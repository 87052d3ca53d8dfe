import { isJsonObject } from '../protocol/json-object.js';
import { encodeBody, type EncodedBody } from './encode-body.js';
import { ForwardError } from './forward-error.js';
import type {
  CookieParameter,
  ForwardApi,
  ForwardOperation,
  HeaderParameter,
  PathParameter,
  QueryParameter,
} from './forward-definition.js';
import { findArgument, isGiven, renameKeys } from './parameter-value.js';
import { percentEncode } from './percent-encode.js';
import {
  serializeCookie,
  serializeHeaderValue,
  serializePairs,
  serializePathValue,
  type Pair,
} from './serialize-style.js';

/** Parts of a request that come from the arguments, without credentials. */
export interface RequestParts {
  /** Encoded path below the server URL; may end with a query that the document has in its path. */
  readonly path: string;
  readonly query: readonly Pair[];
  /** Headers, names in lower case. */
  readonly headers: readonly Pair[];
  readonly cookies: readonly Pair[];
  readonly body: EncodedBody | undefined;
}

/** Headers that no argument may set: they decide the target, the length or the sender of a request. */
const lockedHeaders = new Set(
  'accept-encoding authorization connection content-length cookie expect host keep-alive proxy-authorization te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);
const dotSegment = /^(?:\.|%2e){1,2}$/iu;

/**
 * Builds a request from arguments. An argument cannot change any other part of the request.
 *
 * @throws ForwardError for an argument that cannot be sent.
 */
export function buildRequest(api: ForwardApi, operation: ForwardOperation, input: unknown): RequestParts {
  const { path, query = [], headers = [], cookies = [], body } = operation;
  const find = (parameter: { readonly from: readonly string[]; readonly renames?: string }): unknown =>
    renameKeys(findArgument(input, parameter.from), parameter.renames, api.renames);
  return {
    path: buildPath(path, find),
    query: collectPairs(query, find, (parameter, value) => serializePairs(parameter.name, parameter, value)),
    headers: headers.flatMap((parameter) => buildHeader(parameter, find(parameter))),
    cookies: collectPairs(cookies, find, (parameter, value) =>
      parameter.isJson === true
        ? [[parameter.name, percentEncode(JSON.stringify(value))]]
        : serializeCookie(parameter, value),
    ).map(checkCookie),
    body: body && encodeBody(body, input, () => listTaken(operation), api.renames),
  };
}

/** Lists the arguments at the root that parameters use. */
function listTaken({ path, query = [], headers = [], cookies = [] }: ForwardOperation): ReadonlySet<string> {
  const parameters = [...path.filter((piece) => typeof piece !== 'string'), ...query, ...headers, ...cookies];
  return new Set(parameters.map(({ from }) => from[0] ?? ''));
}

function buildPath(pieces: ForwardOperation['path'], find: (parameter: PathParameter) => unknown): string {
  const built = pieces.map((piece) => (typeof piece === 'string' ? piece : buildPathPiece(piece, find(piece))));
  // Some documents distinguish operations by a fragment, which is not sent.
  const [path = ''] = built.join('').split('#', 1);
  const segments = path.split('?', 1)[0]?.split('/') ?? [];
  // Encoded slashes count as well: a server may decode them before it splits the path.
  if (segments.some((segment) => segment.split(/%2f|%5c/iu).some((part) => dotSegment.test(part)))) {
    throw new ForwardError('An argument that is a part of the path must not be or contain "." or ".." as a segment');
  }
  return path.startsWith('/') ? path : `/${path}`;
}

/** @throws ForwardError for an empty value: the path would be that of another operation. */
function buildPathPiece(parameter: PathParameter, value: unknown): string {
  const text = isGiven(value)
    ? parameter.isJson === true
      ? percentEncode(JSON.stringify(value))
      : serializePathValue(parameter, value)
    : '';
  if (text !== '') return text;
  throw new ForwardError(`Argument "${parameter.from.join('.')}" is a part of the path and must not be empty`);
}

/** @throws ForwardError for an exploded object with a property that has the name of another parameter. */
function collectPairs<Parameter extends QueryParameter | CookieParameter>(
  parameters: readonly Parameter[],
  find: (parameter: Parameter) => unknown,
  serialize: (parameter: Parameter, value: unknown) => readonly Pair[],
): readonly Pair[] {
  return parameters.flatMap((parameter) => {
    const value = find(parameter);
    if (!isGiven(value)) return [];
    const pairs = serialize(parameter, value);
    if (!isJsonObject(value)) return pairs;
    const others = new Set(parameters.filter((other) => other !== parameter).map(({ name }) => percentEncode(name)));
    const stolen = pairs.find(([name]) => others.has(name));
    if (stolen === undefined) return pairs;
    throw new ForwardError(
      `Argument "${parameter.from.join('.')}" must not have the property "${decodeURIComponent(stolen[0])}": that is another argument`,
    );
  });
}

function buildHeader(parameter: HeaderParameter, value: unknown): readonly Pair[] {
  if (!isGiven(value)) return [];
  const name = parameter.name.toLowerCase();
  const text =
    parameter.isJson === true ? JSON.stringify(value) : serializeHeaderValue(parameter.explode ?? false, value);
  if (!/^[\w!#$%&'*+.^`|~-]+$/u.test(name) || lockedHeaders.has(name) || name.startsWith('proxy-')) {
    throw new ForwardError(
      `Argument "${parameter.from.join('.')}" cannot be sent: no argument sets the header "${name}"`,
    );
  }
  if (hasControl(text))
    throw new ForwardError(`Argument "${parameter.from.join('.')}" must not hold control characters`);
  return [[name, toHeaderBytes(text)]];
}

/** Encodes characters beyond ASCII as UTF-8. */
function toHeaderBytes(text: string): string {
  if (/^[\t\x20-\x7e]*$/u.test(text)) return text;
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}

// oxlint-disable-next-line no-control-regex -- the pattern finds control characters
const control = /[\0-\x08\x0a-\x1f\x7f]/u;

function hasControl(text: string): boolean {
  return control.test(text);
}

/** @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1 */
function checkCookie(pair: Pair): Pair {
  const [name, value] = pair;
  if (/^[\w!#$%&'*+.^`|~-]+$/u.test(name) && /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e,]*$/u.test(value)) return pair;
  throw new ForwardError(`The cookie "${name}" must not hold white space, quotes, semicolons and backslashes`);
}
