import { joinBytes } from '../protocol/join-bytes.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { readFileArgument } from './file-argument.js';
import type { BodyMember, BodyPart, BodyValue, ForwardBody, KeyRenames } from './forward-definition.js';
import { findArgument, isGiven, renameKeys, toPlainText } from './parameter-value.js';
import { serializePairs, type Pair } from './serialize-style.js';

/** Encoded request body. */
export interface EncodedBody {
  readonly content: string | Uint8Array;
  readonly contentType: string;
}

/**
 * Encodes the body of a request; returns `undefined` when there is no value for it.
 *
 * @param listTaken Lists the arguments at the root that parameters use.
 * @throws ForwardError for an argument that is no valid file.
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
  // In a form, a space is encoded as a plus.
  return pairs
    .map(([name, text]) => `${name}=${text}`)
    .join('&')
    .replaceAll('%20', '+');
}

/** Encodes a file. With a media range in the document, the argument decides the media type. */
function encodeBinary({ mediaType }: ForwardBody, value: unknown): EncodedBody {
  const file = readFileArgument(value, 'base64', 'body');
  const isOpen = mediaType.includes('*') || mediaType === 'application/octet-stream';
  const fallback = mediaType.includes('*') ? 'application/octet-stream' : mediaType;
  return { content: file.bytes, contentType: (isOpen ? file.mediaType : undefined) ?? fallback };
}

/**
 * Encodes a multipart body: one part for each property, or for each item of a list.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#encoding-multipart-media-types
 * @see https://www.rfc-editor.org/rfc/rfc7578#section-4
 */
function encodeMultipart({ mediaType, parts = {} }: ForwardBody, value: JsonObject): EncodedBody {
  const boundary = crypto.randomUUID();
  const pieces: Uint8Array[] = [];
  for (const [name, member] of Object.entries(value)) {
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    for (const item of Array.isArray(member) ? member : [member]) {
      if (!isGiven(item)) continue;
      const { headers, bytes } = encodePart(name, part ?? {}, item);
      pieces.push(encode(`--${boundary}\r\n${headers}\r\n\r\n`), bytes, encode('\r\n'));
    }
  }
  pieces.push(encode(`--${boundary}--\r\n`));
  return { content: joinBytes(pieces), contentType: `${mediaType}; boundary=${boundary}` };
}

function encodePart(
  name: string,
  { contentType, file }: BodyPart,
  value: unknown,
): { readonly headers: string; readonly bytes: Uint8Array } {
  const disposition = `Content-Disposition: form-data; name="${escapeName(name)}"`;
  if (file !== undefined) {
    const { bytes, fileName = name, mediaType } = readFileArgument(value, file, name);
    const type = mediaType ?? contentType ?? 'application/octet-stream';
    return { headers: `${disposition}; filename="${escapeName(fileName)}"\r\nContent-Type: ${type}`, bytes };
  }
  const type = contentType ?? (typeof value === 'object' ? 'application/json' : undefined);
  const isJson = type !== undefined && /^application\/(?:[\w.-]+\+)?json\b/iu.test(type);
  const text = isJson ? JSON.stringify(value) : toPlainText(value);
  return {
    headers: type === undefined ? disposition : `${disposition}\r\nContent-Type: ${type}`,
    bytes: encode(text),
  };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function escapeName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
