import type { ApiContent } from './api-operation.js';

/** How a body is written, by its media type. */
export type BodyEncoding = 'json' | 'form' | 'multipart' | 'text' | 'binary';

/** A body in one of the media types that the document offers. */
export interface ChosenContent extends ApiContent {
  readonly encoded: BodyEncoding;
}

const preference: readonly BodyEncoding[] = ['json', 'form', 'multipart', 'text', 'binary'];

/** The media type that is easiest for a client; of equal ones the first. A range such as any type stands for JSON. */
export function chooseContent(contents: readonly ApiContent[]): ChosenContent | undefined {
  const chosen = contents.map((content) => ({ ...content, encoded: encodingOf(content.mediaType) }));
  for (const encoded of preference) {
    const found = chosen.find((content) => content.encoded === encoded);
    if (found) return { ...found, mediaType: concrete(found.mediaType, encoded) };
  }
  return undefined;
}

/** Whether a media type is JSON: `application/json`, anything with `+json`, and ranges that include it. */
export function isJsonType(mediaType: string): boolean {
  return encodingOf(mediaType) === 'json';
}

function encodingOf(mediaType: string): BodyEncoding {
  const essence = mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/^(application|text)\/json$/u.test(essence) || essence.endsWith('+json')) return 'json';
  if (essence === '*/*' || essence === 'application/*') return 'json';
  if (essence === 'application/x-www-form-urlencoded') return 'form';
  if (essence.startsWith('multipart/')) return 'multipart';
  const isText = essence.startsWith('text/') || /[/+](xml|yaml|javascript|graphql|x-ndjson|jsonl)$/u.test(essence);
  return isText ? 'text' : 'binary';
}

function concrete(mediaType: string, encoded: BodyEncoding): string {
  if (!mediaType.includes('*')) return mediaType;
  return encoded === 'json' ? 'application/json' : encoded === 'text' ? 'text/plain' : 'application/octet-stream';
}
