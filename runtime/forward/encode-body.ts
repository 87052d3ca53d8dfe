import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { encodeMultipart } from './encode-multipart.js';
import { readFileArgument } from './file-argument.js';
import type { BodyMember, BodyValue, ForwardBody, KeyRenames } from './forward-definition.js';
import { findArgument, isGiven, renameKeys, toPlainText } from './parameter-value.js';
import { serializePairs, type Pair } from './serialize-style.js';

/** A body ready to be sent. */
export interface EncodedBody {
  readonly content: string | Uint8Array;
  readonly contentType: string;
}

/**
 * Makes the body of a request; `undefined` when there is no value for it.
 *
 * @param listTaken Arguments at the root that parameters use.
 * @throws ForwardError for a file that is none.
 */
export function encodeBody(
  body: ForwardBody,
  input: unknown,
  listTaken: () => ReadonlySet<string>,
  renames: { readonly [id: string]: KeyRenames } | undefined,
): EncodedBody | undefined {
  const value =
    'members' in body.value
      ? collectMembers(body.value, input, listTaken, renames)
      : renameKeys(findArgument(input, body.value.from), body.renames, renames);
  if (value === undefined) return undefined;
  const contentType = body.mediaType;
  switch (body.encoding) {
    case 'json':
      return { content: JSON.stringify(value), contentType };
    case 'form':
      return { content: encodeForm(body, value), contentType };
    case 'text':
      return { content: toPlainText(value), contentType };
    case 'binary':
      return encodeBinary(body, value);
    case 'multipart':
      return encodeMultipart(body, isJsonObject(value) ? value : {});
  }
}

type Members = Extract<BodyValue, { readonly members: unknown }>;

function collectMembers(
  { members, hasRest, isRequired }: Members,
  input: unknown,
  listTaken: () => ReadonlySet<string>,
  renames: { readonly [id: string]: KeyRenames } | undefined,
): JsonObject | undefined {
  const named = members.map((member): [string, unknown] => [
    member.name,
    renameKeys(findArgument(input, member.from), member.renames, renames),
  ]);
  const rest = hasRest === true && isJsonObject(input) ? listRest(members, input, listTaken()) : [];
  const given = [...rest, ...named].filter(([, value]) => value !== undefined);
  return given.length > 0 || isRequired === true ? Object.fromEntries(given) : undefined;
}

function listRest(
  members: readonly BodyMember[],
  input: JsonObject,
  taken: ReadonlySet<string>,
): readonly [string, unknown][] {
  const known = new Set(members.map(({ from }) => from[0]));
  return Object.entries(input).filter(([key]) => !taken.has(key) && !known.has(key));
}

/** @see https://spec.openapis.org/oas/v3.1.1.html#encoding-the-x-www-form-urlencoded-media-type */
function encodeForm({ parts = {} }: ForwardBody, value: unknown): string {
  if (!isJsonObject(value)) return '';
  const pairs = Object.entries(value).flatMap(([name, member]): readonly Pair[] => {
    if (!isGiven(member)) return [];
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    const isStyled = part !== undefined && (part.style !== undefined || part.explode !== undefined);
    return serializePairs(name, isJsonObject(member) && !isStyled ? { ...part, isJson: true } : (part ?? {}), member);
  });
  // In a form a space is a plus.
  return pairs
    .map(([name, text]) => `${name}=${text}`)
    .join('&')
    .replaceAll('%20', '+');
}

/** A media range in the document leaves the type to the argument. */
function encodeBinary({ mediaType }: ForwardBody, value: unknown): EncodedBody {
  const file = readFileArgument(value, 'base64', 'body');
  const isOpen = mediaType.includes('*') || mediaType === 'application/octet-stream';
  const fallback = mediaType.includes('*') ? 'application/octet-stream' : mediaType;
  return { content: file.bytes, contentType: (isOpen ? file.mediaType : undefined) ?? fallback };
}
