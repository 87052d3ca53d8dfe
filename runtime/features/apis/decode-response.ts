import { audio, embeddedResource, image, text, type ToolResult } from '../../core/api/builders.js';
import { limitReading, type ReadParts } from './responses/bound-value.js';
import type { NextPage } from './responses/find-next.js';
import type { ResponseFacts } from './responses/read-facts.js';
import { readInPieces, type ReadValue } from './read-in-pieces.js';

/** Parsed `Content-Type` header. */
export interface MediaType {
  readonly kind: 'json' | 'text' | 'image' | 'audio' | 'binary' | 'unknown';
  /** Media type without parameters, in lower case. */
  readonly essence: string;
  /** Character encoding of text, in lower case. Default: `utf-8`. */
  readonly charset: string;
  /** Whether the header specifies the character encoding. */
  readonly hasCharset: boolean;
}

const textLike =
  /^text\/|^application\/(?:(?:[\w.-]+\+)?(?:xml|yaml)|(?:x-)?(?:javascript|ndjson|jsonl|x-www-form-urlencoded|yaml|sql|graphql|toml|json-seq)|x-www-form-urlencoded|jsonlines)$|\+(?:xml|yaml)$/u;

/**
 * Decoded API response: a JSON value, an empty body, or anything else as a tool result. In the JSON value, integers
 * that a number cannot hold are `bigint`s.
 */
export type ApiResponse = (
  | {
      readonly kind: 'json';
      readonly value: unknown;
      /** The parts of the value that were read. Absent: all parts. */
      readonly parts?: ReadParts;
      /** Set if a user function created the value; contains the next page of the value that the API sent. */
      readonly transformed?: { readonly next: NextPage | undefined };
    }
  | { readonly kind: 'empty' }
  | { readonly kind: 'result'; readonly result: ToolResult }
) & {
  /** Facts from the headers. */
  readonly facts?: ResponseFacts;
};

/**
 * Decodes the body of a successful response by its media type.
 *
 * @param url URI of an embedded resource, for bytes that are neither an image nor audio. Contains no credentials.
 * @param maxTokens Token budget of a JSON value, which limits how much of it is read. Default: the whole value is read.
 */
export async function decodeResponse(
  bytes: Uint8Array,
  type: MediaType,
  url: string,
  maxTokens = Infinity,
): Promise<ApiResponse> {
  if (bytes.length === 0) return { kind: 'empty' };
  switch (type.kind) {
    case 'json':
      return decodeJson(bytes, type, maxTokens);
    case 'text':
      return toResult(text(decodeText(bytes, type)));
    case 'image':
      return toResult(image(bytes, type.essence));
    case 'audio':
      return toResult(audio(bytes, type.essence));
    case 'binary':
      return toResult(
        decodeMarkedText(bytes, type) ?? embeddedResource({ uri: url, mimeType: type.essence, blob: bytes }),
      );
    case 'unknown':
      return decodeUnknown(bytes, type, url, maxTokens);
  }
}

/** Decodes diffs, and bytes whose header specifies a character encoding; `undefined` for other bytes. */
function decodeMarkedText(bytes: Uint8Array, { essence, charset, hasCharset }: MediaType): ToolResult | undefined {
  if (!hasCharset && !/[.+-](?:diff|patch)$/u.test(essence)) return undefined;
  try {
    return toPlainText(new TextDecoder(charset, { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

// oxlint-disable-next-line no-control-regex -- the pattern finds control characters
const noText = /[\0-\x08\x0e-\x1a\x1c-\x1f]/u;

/**
 * Returns text as a result; `undefined` if it has control characters, because some servers specify an encoding for
 * binary files, too.
 */
function toPlainText(decoded: string): ToolResult | undefined {
  return noText.test(decoded) ? undefined : text(decoded);
}

/** Decodes text; invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, { charset }: MediaType): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Decodes JSON, or text if it is not JSON, because some APIs declare the wrong type. */
async function decodeJson(bytes: Uint8Array, type: MediaType, maxTokens: number): Promise<ApiResponse> {
  try {
    return { kind: 'json', ...(await readJson(bytes, type, maxTokens)) };
  } catch {
    return toResult(text(decodeText(bytes, type)));
  }
}

function readJson(bytes: Uint8Array, type: MediaType, maxTokens: number): Promise<ReadValue> {
  const utf8 = type.charset === 'utf-8' ? bytes : new TextEncoder().encode(decodeText(bytes, type));
  return readInPieces(utf8, maxTokens === Infinity ? undefined : limitReading(maxTokens));
}

async function decodeUnknown(bytes: Uint8Array, type: MediaType, url: string, maxTokens: number): Promise<ApiResponse> {
  let body: string;
  try {
    body = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return toResult(embeddedResource({ uri: url, mimeType: 'application/octet-stream', blob: bytes }));
  }
  return /^\s*[[{]/u.test(body) ? decodeJson(bytes, { ...type, charset: 'utf-8' }, maxTokens) : toResult(text(body));
}

function toResult(result: ToolResult): ApiResponse {
  return { kind: 'result', result };
}

/** Parses a `Content-Type` header. */
export function readMediaType(header: string | null): MediaType {
  const essence = header?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/iu.exec(header ?? '')?.[1]?.toLowerCase();
  return { kind: kindOf(essence), essence, charset: charset ?? 'utf-8', hasCharset: charset !== undefined };
}

function kindOf(essence: string): MediaType['kind'] {
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/u.test(essence)) return 'unknown';
  if (/^(?:application|text)\/json$|\+json$/u.test(essence)) return 'json';
  if (textLike.test(essence)) return 'text';
  if (essence.startsWith('image/')) return 'image';
  return essence.startsWith('audio/') ? 'audio' : 'binary';
}
