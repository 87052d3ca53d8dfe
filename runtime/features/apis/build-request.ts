import { isJsonObject } from '../../wire/json.js';
import { encodeBody, type EncodedBody } from './encode-body.js';
import { fillJson, findArgument, isGiven, type ArgumentSource } from './find-argument.js';
import { ForwardError } from '../../core/results/forward-error.js';
import type {
  BodyPart,
  CookieParameter,
  ForwardApi,
  ForwardBody,
  ForwardOperation,
  HeaderParameter,
  PathParameter,
  QueryParameter,
} from './forward-definition.js';
import { percentEncode } from '../../core/results/percent-encode.js';
import { serializeCookie, serializeHeader, serializePairs, serializePathValue, type Pair } from './serialize-style.js';

/** Parts of a request that come from the arguments, without credentials. */
export interface RequestParts {
  /** Encoded path below the server URL, which can end with a query from the path in the document. */
  readonly path: string;
  readonly query: readonly Pair[];
  /** Headers, with names in lower case. */
  readonly headers: readonly Pair[];
  readonly cookies: readonly Pair[];
  /** Accepted media types, best first. */
  readonly accept: readonly string[] | undefined;
  readonly body: EncodedBody | undefined;
}

/** Headers that no argument may set, because they determine the target, the length or the sender of a request. */
const lockedHeaders = new Set(
  'accept-encoding authorization connection content-length cookie expect host keep-alive proxy-authorization te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);
const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+ *(?:;[\t\x20-\x7e]*)?$/u;
/** Pattern for header and cookie names. */
export const token = /^[\w!#$%&'*+.^`|~-]+$/u;
const dotSegment = /^(?:\.|%2e){1,2}$/iu;
/** Pattern for characters that a header must not contain. */
// oxlint-disable-next-line no-control-regex -- the pattern finds control characters
export const control = /[\0-\x08\x0a-\x1f\x7f]/u;

/**
 * Builds a request from arguments. An argument cannot change any other part of the request.
 *
 * @throws ForwardError for an argument that cannot be sent.
 * @see docs/decisions/0052-forwarding-is-data.md
 */
export function buildRequest(api: ForwardApi, operation: ForwardOperation, input: unknown): RequestParts {
  const { path, query = [], headers = [], cookies = [], body } = operation;
  const find = (source: ArgumentSource): unknown => findArgument(input, source, api.renames);
  const bodyValue = body && findBody(body, operation, input, find);
  return {
    path: buildPath(path, find),
    query: collectPairs(query, find, serializePairs),
    headers: headers.flatMap((parameter) =>
      buildHeader(parameter, find(parameter)).map(([name, text]): Pair => [name, toHeaderBytes(text)]),
    ),
    cookies: collectPairs(cookies, find, serializeCookie).map(checkCookie),
    accept: listAccepted(operation, find),
    body: body && bodyValue !== undefined ? encodeBody(body, bodyValue, findPartHeaders(find)) : undefined,
  };
}

type Find = (source: ArgumentSource) => unknown;

/** @throws ForwardError for an argument that is not a media type. */
function listAccepted({ accept, acceptFrom }: ForwardOperation, find: Find): readonly string[] | undefined {
  const chosen = acceptFrom && find(acceptFrom);
  if (acceptFrom === undefined || !isGiven(chosen)) return accept;
  if (typeof chosen === 'string' && mediaType.test(chosen)) return [chosen, ...(acceptFrom.others ?? [])];
  throw new ForwardError(`${nameArgument(acceptFrom)} must be a media type`);
}

function buildPath(pieces: ForwardOperation['path'], find: Find): string {
  const built = pieces.map((piece) => (typeof piece === 'string' ? piece : buildPathPiece(piece, find(piece))));
  // Some documents distinguish operations by a fragment, which is not sent.
  const [path = ''] = built.join('').split('#', 1);
  const segments = path.split('?', 1)[0]?.split('/') ?? [];
  // Encoded slashes count, too: a server may decode them before it splits the path. Some servers ignore everything
  // after a semicolon.
  const parts = segments.flatMap((segment) => segment.split(/%2f|%5c/iu));
  if (parts.some((part) => dotSegment.test(part.split(/;|%3b/iu, 1)[0] ?? ''))) {
    throw new ForwardError('An argument in the path must not be or contain the segment "." or ".."');
  }
  return path.startsWith('/') ? path : `/${path}`;
}

/** @throws ForwardError for an empty value, because the path would belong to a different operation. */
function buildPathPiece(parameter: PathParameter, value: unknown): string {
  const text = isGiven(value) ? serializePathValue(parameter, value) : '';
  if (text !== '') return text;
  throw new ForwardError(`${nameArgument(parameter)} is part of the path and must not be empty`);
}

/** @throws ForwardError for an exploded object with a property that has the same name as another parameter. */
function collectPairs<Parameter extends QueryParameter | CookieParameter>(
  parameters: readonly Parameter[],
  find: Find,
  serialize: (parameter: Parameter, value: unknown) => readonly Pair[],
): readonly Pair[] {
  const owners = new Map(
    parameters.flatMap((parameter) => [
      [percentEncode(parameter.name), parameter],
      [parameter.name, parameter],
    ]),
  );
  return parameters.flatMap((parameter) => {
    const value = find(parameter);
    if (!isGiven(value)) return [];
    const pairs = serialize(parameter, value);
    if (!isJsonObject(value)) return pairs;
    if (pairs.some(([name]) => name === '')) {
      throw new ForwardError(`${nameArgument(parameter)} must not have a property without a name`);
    }
    const conflicting = pairs.map(([name]) => owners.get(name) ?? parameter).find((owner) => owner !== parameter);
    if (conflicting === undefined) return pairs;
    throw new ForwardError(
      `${nameArgument(parameter)} must not have the property "${conflicting.name}": it is another argument`,
    );
  });
}

function buildHeader(parameter: HeaderParameter, value: unknown): readonly Pair[] {
  if (!isGiven(value)) return [];
  const name = parameter.name.toLowerCase();
  const text = serializeHeader(parameter, value);
  if (!token.test(name) || lockedHeaders.has(name) || name.startsWith('proxy-')) {
    throw new ForwardError(`${nameArgument(parameter)} cannot be sent: no argument sets the header "${name}"`);
  }
  if (control.test(text)) throw new ForwardError(`${nameArgument(parameter)} must not contain control characters`);
  return [[name, text]];
}

/** Returns a function that finds the headers of a part. A header whose argument is missing gets its fixed value. */
function findPartHeaders(find: Find): (part: BodyPart) => readonly Pair[] {
  return ({ headers = [] }) => headers.flatMap((header) => buildHeader(header, find(header) ?? header.fixed));
}

function nameArgument({ from }: ArgumentSource): string {
  return `Argument "${from.join('.')}"`;
}

/** Encodes characters beyond ASCII as UTF-8. */
export function toHeaderBytes(text: string): string {
  if (/^[\t\x20-\x7e]*$/u.test(text)) return text;
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}

/** @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1 */
function checkCookie(pair: Pair): Pair {
  const [name, value] = pair;
  if (token.test(name) && /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e,]*$/u.test(value)) return pair;
  throw new ForwardError(`The cookie "${name}" must not contain white space, quotes, semicolons or backslashes`);
}

/** Finds the value of a body: one argument, or an object with several arguments. */
function findBody(
  { value, renames, parts = {} }: ForwardBody,
  { path, query = [], headers = [], cookies = [], acceptFrom }: ForwardOperation,
  input: unknown,
  find: Find,
): unknown {
  if ('json' in value) return fillJson(value.json, input);
  if (!('members' in value)) return find({ from: value.from, renames });
  const { members, hasRest, isRequired } = value;
  const parameters = path.filter((piece) => typeof piece !== 'string');
  const partHeaders = Object.values(parts).flatMap((part) => part.headers ?? []);
  const named = [
    ...parameters,
    ...query,
    ...headers,
    ...cookies,
    ...members,
    ...partHeaders,
    ...(acceptFrom ? [acceptFrom] : []),
  ];
  const taken = new Set(named.map(({ from }) => from[0]));
  const all = hasRest === true && isJsonObject(input) ? Object.entries(input) : [];
  const names = new Set(members.map(({ name }) => name));
  const rest = all.flatMap(([key, member]): [string, unknown][] => {
    if (taken.has(key)) return [];
    // Named `id_body` if `id` is another argument, as for properties that the document describes.
    const bare = key.endsWith('_body') ? key.slice(0, -5) : key;
    return [[taken.has(bare) && !names.has(bare) ? bare : key, member]];
  });
  const found = members.map((member): [string, unknown] => [member.name, find(member)]);
  const sent = [...rest, ...found].filter(([, member]) => member !== undefined);
  return sent.length > 0 || isRequired === true ? Object.fromEntries(sent) : undefined;
}
