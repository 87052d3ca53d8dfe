import { audio, embeddedResource, image, text, type ToolResult } from '../api/builders.js';

/** Parsed `Content-Type` header. */
export interface MediaType {
  readonly kind: 'json' | 'text' | 'image' | 'audio' | 'binary' | 'unknown';
  /** Media type without parameters, in lower case. */
  readonly essence: string;
  /** Character encoding of a text, in lower case. Default: `utf-8`. */
  readonly charset: string;
}

const textLike =
  /^text\/|^application\/(?:(?:[\w.-]+\+)?(?:xml|yaml)|(?:x-)?(?:javascript|ndjson|jsonl|x-www-form-urlencoded|yaml|sql|graphql|toml|json-seq)|x-www-form-urlencoded|jsonlines)$|\+(?:xml|yaml)$/u;

/** Answer of an API: a JSON value, an empty body, or anything else as a tool result. */
export type ApiAnswer =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'empty' }
  | { readonly kind: 'result'; readonly result: ToolResult };

/**
 * Decodes the body of a successful answer by its media type.
 *
 * @param url URI of an embedded resource, for bytes that are neither image nor audio; without credentials.
 */
export function decodeAnswer(bytes: Uint8Array, type: MediaType, url: string): ApiAnswer {
  if (bytes.length === 0) return { kind: 'empty' };
  switch (type.kind) {
    case 'json':
      return decodeJson(decodeText(bytes, type));
    case 'text':
      return toResult(text(decodeText(bytes, type)));
    case 'image':
      return toResult(image(bytes, type.essence));
    case 'audio':
      return toResult(audio(bytes, type.essence));
    case 'binary':
      return toResult(embeddedResource({ uri: url, mimeType: type.essence, blob: bytes }));
    case 'unknown':
      return decodeUnknown(bytes, url);
  }
}

/** Decodes a text; invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, { charset }: MediaType): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Decodes JSON, or a text if it is no JSON: some APIs declare the wrong type. */
function decodeJson(body: string): ApiAnswer {
  try {
    return { kind: 'json', value: JSON.parse(body) as unknown };
  } catch {
    return toResult(text(body));
  }
}

function decodeUnknown(bytes: Uint8Array, url: string): ApiAnswer {
  let body: string;
  try {
    body = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return toResult(embeddedResource({ uri: url, mimeType: 'application/octet-stream', blob: bytes }));
  }
  return /^\s*[[{]/u.test(body) ? decodeJson(body) : toResult(text(body));
}

function toResult(result: ToolResult): ApiAnswer {
  return { kind: 'result', result };
}

/** Parses a `Content-Type` header. */
export function readMediaType(header: string | null): MediaType {
  const essence = header?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/iu.exec(header ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  return { kind: kindOf(essence), essence, charset };
}

function kindOf(essence: string): MediaType['kind'] {
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/u.test(essence)) return 'unknown';
  if (/^(?:application|text)\/json$|\+json$/u.test(essence)) return 'json';
  if (textLike.test(essence)) return 'text';
  if (essence.startsWith('image/')) return 'image';
  return essence.startsWith('audio/') ? 'audio' : 'binary';
}
