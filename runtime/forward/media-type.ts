/** What an answer is, as far as it matters here. */
export type MediaKind = 'json' | 'text' | 'image' | 'audio' | 'binary' | 'unknown';

/** A media type taken apart. */
export interface MediaType {
  readonly kind: MediaKind;
  /** Without parameters, in lower case. */
  readonly essence: string;
  /** Of a text, in lower case. Default: `utf-8`. */
  readonly charset: string;
}

const textLike =
  /^text\/|^application\/(?:(?:[\w.-]+\+)?(?:xml|yaml)|(?:x-)?(?:javascript|ndjson|jsonl|x-www-form-urlencoded|yaml|sql|graphql|toml|json-seq)|x-www-form-urlencoded|jsonlines)$|\+(?:xml|yaml)$/u;

/** Reads a `Content-Type` header. */
export function readMediaType(header: string | null): MediaType {
  const essence = header?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/iu.exec(header ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  return { kind: kindOf(essence), essence, charset };
}

function kindOf(essence: string): MediaKind {
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/u.test(essence)) return 'unknown';
  if (/^(?:application|text)\/json$|\+json$/u.test(essence)) return 'json';
  if (textLike.test(essence)) return 'text';
  if (essence.startsWith('image/')) return 'image';
  return essence.startsWith('audio/') ? 'audio' : 'binary';
}
