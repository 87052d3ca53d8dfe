import { defined } from '../../core/model/json.js';
import { entryFor, mapNode, scalarNode } from '../../core/source/make-node.js';
import { childOf, type SourceNode } from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';

/** Media type of a body or response, with the schema of its content. */
export interface ApiContent {
  readonly mediaType: string;
  readonly schema?: SourceNode;
  /** Encoding of a list whose items `itemSchema` describes; `schema` is the schema of the list. */
  readonly sequence?: SequenceEncoding;
  /** `encoding` object of a form. */
  readonly encoding?: SourceNode;
  /** Encodings of the first items of a multipart body that is a list. */
  readonly prefixEncoding?: SourceNode;
  /** Encoding of the other items. */
  readonly itemEncoding?: SourceNode;
  /** Media type object; absent if its reference is broken. */
  readonly media?: SourceNode;
}

/**
 * Lists the media types under `content` of a body or response, in document order. An invalid key counts as JSON unless
 * another key already does.
 */
export function readContents(document: ApiDocument, owner: SourceNode): readonly ApiContent[] {
  const all = document.entries(owner, 'content');
  const named = all.filter(({ key }) => /^[^\s/;]+\/[^\s/;]+/u.test(key));
  const usable = named.length > 0 ? named : all.slice(0, 1).map((entry) => ({ ...entry, key: 'application/json' }));
  for (const { key, keyLocation } of all) {
    if (named.some((entry) => entry.key === key)) continue;
    const outcome = named.length > 0 ? 'it is ignored' : '`application/json` is assumed';
    document.warn('invalid-api', keyLocation, `\`${key}\` is not a media type; ${outcome}.`);
  }
  return usable.map(({ key, value }) => {
    const media = document.follow(value);
    const item = childOf(media, 'itemSchema');
    const sequence = item && sequenceOf(key);
    const isList = sequence !== undefined || encodingOf(key) === 'multipart';
    const schema = (sequence ? undefined : childOf(media, 'schema')) ?? (item && isList ? listOf(item) : item);
    const encoding = childOf(media, 'encoding');
    const prefixEncoding = childOf(media, 'prefixEncoding');
    const itemEncoding = childOf(media, 'itemEncoding');
    return { mediaType: key, ...defined({ media, schema, sequence, encoding, prefixEncoding, itemEncoding }) };
  });
}

/** Creates the schema of a list of items. */
function listOf(item: SourceNode): SourceNode {
  const { location } = item;
  return mapNode([entryFor('type', scalarNode('array', location)), entryFor('items', item)], location);
}

/** Encoding of a list of items: `lines` of JSON, or JSON between record separators (`json-seq`). */
type SequenceEncoding = 'lines' | 'json-seq';

/** Encoding of a body. */
export type BodyEncoding = 'json' | 'form' | 'multipart' | SequenceEncoding | 'text' | 'binary';

/** Content and its encoding. */
export interface ChosenContent extends ApiContent {
  readonly encoded: BodyEncoding;
}

const preference: readonly BodyEncoding[] = ['json', 'form', 'multipart', 'lines', 'json-seq', 'text', 'binary'];

/** Chooses the content with the preferred encoding; if several are equally preferred, the first. A media range becomes a media type. */
export function chooseContent(contents: readonly ApiContent[]): ChosenContent | undefined {
  for (const encoded of preference) {
    const found = contents.find(({ mediaType, sequence }) => (sequence ?? encodingOf(mediaType)) === encoded);
    if (found) return { ...found, encoded, mediaType: withoutRange(found.mediaType, encoded) };
  }
  return undefined;
}

/** Whether a media type is JSON: `application/json`, types with `+json`, and ranges that include it. */
export function isJsonType(mediaType: string): boolean {
  return encodingOf(mediaType) === 'json';
}

/** @see https://spec.openapis.org/oas/v3.2.0.html#sequential-media-types */
function sequenceOf(mediaType: string): SequenceEncoding | undefined {
  const essence = mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/[/+]json-seq$/u.test(essence)) return 'json-seq';
  return /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines)$/u.test(essence) ? 'lines' : undefined;
}

function encodingOf(mediaType: string): BodyEncoding {
  const essence = mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/^(application|text)\/json$|\+json$|^(\*|application)\/\*$/u.test(essence)) return 'json';
  if (essence === 'application/x-www-form-urlencoded') return 'form';
  if (essence.startsWith('multipart/')) return 'multipart';
  return /^text\/|[/+](xml|yaml|javascript|graphql|x-ndjson|jsonl)$/u.test(essence) ? 'text' : 'binary';
}

function withoutRange(mediaType: string, encoded: BodyEncoding): string {
  if (!mediaType.includes('*')) return mediaType;
  return encoded === 'json' ? 'application/json' : encoded === 'text' ? 'text/plain' : 'application/octet-stream';
}
