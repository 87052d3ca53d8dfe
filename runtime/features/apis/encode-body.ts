import { isJsonObject } from '../../wire/json.js';
import { joinBytes } from '../../wire/join-bytes.js';
import { readFileArgument } from './file-argument.js';
import { isGiven, joinItems, toJsonText, toPlainText } from './find-argument.js';
import type { BodyPart, ForwardBody } from './forward-definition.js';
import { ForwardError } from '../../core/results/forward-error.js';
import { percentEncode } from '../../core/results/percent-encode.js';
import { serializePairs, type Pair } from './serialize-style.js';

/** Encoded request body. */
export interface EncodedBody {
  readonly content: string | Uint8Array;
  readonly contentType: string;
}

/** Finds the headers of a body part in the arguments. */
export type FindHeaders = (part: BodyPart) => readonly Pair[];

/**
 * Encodes the body of a request.
 *
 * @throws ForwardError for an argument that is not a valid file, for a multipart body that is neither an object nor a
 *   list, and for a form that is neither an object nor a string.
 */
export function encodeBody(body: ForwardBody, value: unknown, findHeaders: FindHeaders): EncodedBody {
  const contentType = body.mediaType;
  switch (body.encoding) {
    case 'json':
      return { content: toJsonText(value), contentType };
    case 'form':
      return { content: encodeForm(body, value), contentType };
    case 'lines':
      return { content: encodeSequence(value, ''), contentType };
    case 'json-seq':
      return { content: encodeSequence(value, '\u001e'), contentType };
    case 'text':
      return { content: toPlainText(value), contentType };
    case 'binary':
      return encodeBinary(body, value);
    case 'multipart':
      return encodeMultipart(body, value, findHeaders);
  }
}

/** Encodes the items of a list as JSON text, one per line. @see https://www.rfc-editor.org/rfc/rfc7464#section-2.2 */
function encodeSequence(value: unknown, before: string): string {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => `${before}${toJsonText(item)}\n`).join('');
}

/** Lists the members of an object, each with its part. Members that are `null` are not sent. */
function listParts({ parts = {} }: ForwardBody, value: unknown): readonly [string, unknown, BodyPart][] {
  const members = isJsonObject(value) ? Object.entries(value).filter(([, member]) => isGiven(member)) : [];
  return members.map(([name, member]) => {
    const part = (Object.hasOwn(parts, name) ? parts[name] : undefined) ?? {};
    return [name, joinItems(member, part.itemSeparators), part];
  });
}

/**
 * Encodes a form. A string is an encoded form; characters that a form cannot contain are percent-encoded.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#encoding-the-x-www-form-urlencoded-media-type
 */
function encodeForm(body: ForwardBody, value: unknown): string {
  if (typeof value === 'string') return value.replace(/[^\x21-\x7e]+/gu, percentEncode).replaceAll('%20', '+');
  if (!isJsonObject(value)) throw new ForwardError('A form body must be an object or a string');
  const pairs = listParts(body, value).flatMap(([name, member, { isJson, ...part }]) => {
    const isStyled = part.style !== undefined || part.explode !== undefined;
    const isText = isJson === true || (isJsonObject(member) && !isStyled);
    return serializePairs({ ...part, name }, isText ? toJsonText(member) : member);
  });
  // In a form, a space is encoded as a plus.
  return pairs
    .map((pair) => pair.join('='))
    .join('&')
    .replaceAll('%20', '+');
}

/** Encodes a file. If the document specifies a media range, the argument determines the media type. */
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
function encodeMultipart(body: ForwardBody, value: unknown, findHeaders: FindHeaders): EncodedBody {
  const boundary = crypto.randomUUID();
  const parts = Array.isArray(value) ? encodeItems(body, value) : encodeMembers(body, value, findHeaders);
  const pieces = parts.flatMap(([headers, content]) => {
    const lines = headers.map(([name, text]) => `${name}: ${text}\r\n`).join('');
    return [`--${boundary}\r\n${lines}\r\n`, content, '\r\n'];
  });
  const content = joinBytes([...pieces, `--${boundary}--\r\n`]);
  return { content, contentType: `${body.mediaType}; boundary=${boundary}` };
}

/** Headers and content of a part. */
type EncodedPart = readonly [headers: readonly Pair[], content: string | Uint8Array];

/** Encodes a list, whose parts have no names. */
function encodeItems({ firstItems = [], items = {} }: ForwardBody, list: readonly unknown[]): readonly EncodedPart[] {
  return list.flatMap((item, index): readonly EncodedPart[] => {
    if (!isGiven(item)) return [];
    const [, headers, content] = encodePart(`body[${index}]`, firstItems[index] ?? items, item);
    return [[headers, content]];
  });
}

function encodeMembers(body: ForwardBody, value: unknown, findHeaders: FindHeaders): readonly EncodedPart[] {
  if (!isJsonObject(value)) throw new ForwardError('A multipart body must be an object or an array');
  return listParts(body, value).flatMap(([name, member, part]) =>
    listValues(name, member, part).map(([partName, item]): EncodedPart => {
      const [names, headers, content] = encodePart(partName, part, item);
      const disposition = ['name', escapeName(partName)] as const;
      const shown = [disposition, ...names].map(([key, text]) => `; ${key}="${text}"`).join('');
      return [[['Content-Disposition', `form-data${shown}`], ...headers, ...findHeaders(part)], content];
    }),
  );
}

/** Lists the names and values of the parts for a member. */
function listValues(name: string, member: unknown, part: BodyPart): readonly (readonly [string, unknown])[] {
  if (part.file === undefined && (part.style !== undefined || part.explode !== undefined)) {
    const pairs = serializePairs({ ...part, name }, member);
    return pairs.map(([key, text]) => [decodeURIComponent(key), decodeURIComponent(text)]);
  }
  return (Array.isArray(member) ? member.filter(isGiven) : [member]).map((item) => [name, item]);
}

/** Returns the disposition parameters of a part's file, its other headers, and its content. */
function encodePart(
  name: string,
  { contentType, file }: BodyPart,
  value: unknown,
): [names: readonly Pair[], headers: readonly Pair[], content: string | Uint8Array] {
  if (file !== undefined) {
    const { bytes, fileName = name, mediaType } = readFileArgument(value, file, name);
    const type = mediaType ?? contentType ?? 'application/octet-stream';
    return [[['filename', escapeName(fileName)]], [['Content-Type', type]], bytes];
  }
  const type = contentType ?? (typeof value === 'object' ? 'application/json' : undefined);
  const isJson = type !== undefined && /^application\/(?:[\w.-]+\+)?json\b/iu.test(type);
  const headers: readonly Pair[] = type === undefined ? [] : [['Content-Type', type]];
  return [[], headers, isJson ? toJsonText(value) : toPlainText(value)];
}

/** @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function escapeName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
