import type { SourceNode } from '../../core/source/source-node.js';
import { isJsonType, type ApiContent } from './media-types.js';

/** Media types of an operation's successful responses. */
export interface ResponseTypes {
  /** Media types that a call can choose from, the default one first. Empty if there is no choice. */
  readonly offered: readonly string[];
  /** Other media types that `Accept` always contains: the media types of responses without a choice, and ranges. */
  readonly others: readonly string[];
}

/** Maximum number of media types that a call can choose from. */
const maxOffered = 20;

/**
 * Lists the media types of the successful responses of an operation. Omits media types that a call cannot choose with
 * `Accept`, and media types that repeat the default content in a different syntax.
 */
export function listResponseTypes(successes: readonly (readonly ApiContent[])[]): ResponseTypes {
  const choices = successes.map((contents) => listOffered(contents).map(({ mediaType }) => mediaType.trim()));
  const offered = choices.filter((types) => types.length > 1).flat();
  const ranges = successes.flat().filter(({ mediaType }) => isValid(mediaType) && mediaType.includes('*'));
  const others = [
    ...choices.flatMap((types) => (types.length > 1 ? [] : types)),
    ...ranges.map(({ mediaType }) => (offered.length > 0 ? `${mediaType.trim()};q=0.1` : mediaType.trim())),
  ];
  return { offered: [...new Set(offered)].slice(0, maxOffered), others: [...new Set(others)] };
}

/** Lists the media types for the `Accept` header of a call without a choice, best first. */
export function listAccepted({ offered, others }: ResponseTypes): readonly string[] {
  return [...new Set([...offered.slice(0, 1), ...others])];
}

/**
 * Lists the content types that a call can choose for a response, default first: JSON if available, otherwise the first
 * that is not a stream.
 */
export function listOffered(contents: readonly ApiContent[]): readonly ApiContent[] {
  const concrete = contents.filter(({ mediaType }) => isValid(mediaType) && !mediaType.includes('*'));
  const first =
    concrete.find(({ mediaType }) => isJsonType(mediaType)) ??
    concrete.find(({ mediaType }) => !stream.test(mediaType)) ??
    concrete[0];
  if (!first) return [];
  return [first, ...concrete.filter((content) => content !== first && isDistinct(content, first))];
}

function isValid(mediaType: string): boolean {
  return /^\s*[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+ *(;[\t\x20-\x7e]*)?$/u.test(mediaType);
}

/** Matches event streams, which APIs enable through an argument. A call can only wait for them to end. */
const stream = /^\s*(?:text\/event-stream|application\/(?:x-ndjson|ndjson|jsonl|json-seq|stream\+json))\b/iu;

/** Matches media types of formats other than JSON that represent the same data, such as YAML. */
const dataSyntax =
  /^\s*(?:application|text)\/(?:(?:[\w.-]+\+)?(?:xml|yaml|cbor)|(?:x-|vnd\.)?(?:msgpack|yaml|protobuf))\s*(?:;|$)/iu;

/** Whether content is more than the default content in a different syntax. */
function isDistinct({ mediaType, schema }: ApiContent, first: ApiContent): boolean {
  if (stream.test(mediaType)) return false;
  if (isJsonType(first.mediaType) && dataSyntax.test(mediaType)) return false;
  return !schema || !first.schema || !areSame(schema, first.schema, { left: maxCompared });
}

/** Maximum number of nodes of two compared schemas. */
const maxCompared = 1000;

/** Whether two nodes have the same value; `false` if the comparison exceeds its limit. */
function areSame(one: SourceNode, other: SourceNode, nodes: { left: number }): boolean {
  if (one === other) return true;
  nodes.left -= 1;
  if (nodes.left < 0) return false;
  if (one.kind === 'scalar') return other.kind === 'scalar' && one.value === other.value;
  if (one.kind === 'sequence') {
    if (other.kind !== 'sequence' || one.items.length !== other.items.length) return false;
    return one.items.every((item, index) => areSame(item, other.items[index] ?? item, nodes));
  }
  if (other.kind !== 'map' || one.entries.length !== other.entries.length) return false;
  return one.entries.every(({ key, value }, index) => {
    const entry = other.entries[index];
    return entry?.key === key && areSame(value, entry.value, nodes);
  });
}
