import type { JsonObject } from '../protocol/json-object.js';
import type { EncodedBody } from './encode-body.js';
import { readFileArgument } from './file-argument.js';
import type { BodyPart, ForwardBody } from './forward-definition.js';
import { isGiven, toPlainText } from './parameter-value.js';

/**
 * A multipart body: one part per property, and one per item where the value is a list.
 *
 * @throws ForwardError for a file that is none.
 * @see https://spec.openapis.org/oas/v3.1.1.html#encoding-multipart-media-types
 * @see https://www.rfc-editor.org/rfc/rfc7578#section-4
 */
export function encodeMultipart({ mediaType, parts = {} }: ForwardBody, value: JsonObject): EncodedBody {
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
  return { content: join(pieces), contentType: `${mediaType}; boundary=${boundary}` };
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

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}
