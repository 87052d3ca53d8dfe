import { isJsonObject } from '../protocol/json-object.js';
import { joinBytes } from '../protocol/join-bytes.js';
import { readFileArgument } from './file-argument.js';
import { isGiven, toPlainText } from './find-argument.js';
import type { BodyPart, ForwardBody } from './forward-definition.js';
import { serializePairs } from './serialize-style.js';

/** Encoded request body. */
export interface EncodedBody {
  readonly content: string | Uint8Array;
  readonly contentType: string;
}

/**
 * Encodes the body of a request.
 *
 * @throws ForwardError for an argument that is no valid file.
 */
export function encodeBody(body: ForwardBody, value: unknown): EncodedBody {
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
      return encodeMultipart(body, value);
  }
}

/** Members of an object, each with its part. A member that is `null` is not sent. */
function listParts({ parts = {} }: ForwardBody, value: unknown): readonly [string, unknown, BodyPart][] {
  const members = isJsonObject(value) ? Object.entries(value).filter(([, member]) => isGiven(member)) : [];
  return members.map(([name, member]) => [name, member, (Object.hasOwn(parts, name) ? parts[name] : undefined) ?? {}]);
}

/** @see https://spec.openapis.org/oas/v3.1.1.html#encoding-the-x-www-form-urlencoded-media-type */
function encodeForm(body: ForwardBody, value: unknown): string {
  const pairs = listParts(body, value).flatMap(([name, member, { isJson, ...part }]) => {
    const isStyled = part.style !== undefined || part.explode !== undefined;
    const isText = isJson === true || (isJsonObject(member) && !isStyled);
    return serializePairs({ ...part, name }, isText ? JSON.stringify(member) : member);
  });
  // In a form, a space is encoded as a plus.
  return pairs
    .map((pair) => pair.join('='))
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
function encodeMultipart(body: ForwardBody, value: unknown): EncodedBody {
  const boundary = crypto.randomUUID();
  const pieces = listParts(body, value).flatMap(([name, member, part]) =>
    (Array.isArray(member) ? member.filter(isGiven) : [member]).flatMap((item) => [
      `--${boundary}\r\nContent-Disposition: form-data; `,
      ...encodePart(name, part, item),
      '\r\n',
    ]),
  );
  const content = joinBytes([...pieces, `--${boundary}--\r\n`]);
  return { content, contentType: `${body.mediaType}; boundary=${boundary}` };
}

/** Returns the rest of a part's headers, and its content. */
function encodePart(name: string, { contentType, file }: BodyPart, value: unknown): [string, string | Uint8Array] {
  if (file !== undefined) {
    const { bytes, fileName = name, mediaType } = readFileArgument(value, file, name);
    const type = mediaType ?? contentType ?? 'application/octet-stream';
    const names = `name="${escapeName(name)}"; filename="${escapeName(fileName)}"`;
    return [`${names}\r\nContent-Type: ${type}\r\n\r\n`, bytes];
  }
  const type = contentType ?? (typeof value === 'object' ? 'application/json' : undefined);
  const isJson = type !== undefined && /^application\/(?:[\w.-]+\+)?json\b/iu.test(type);
  const typeLine = type === undefined ? '' : `Content-Type: ${type}\r\n`;
  return [`name="${escapeName(name)}"\r\n${typeLine}\r\n`, isJson ? JSON.stringify(value) : toPlainText(value)];
}

/** @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function escapeName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
