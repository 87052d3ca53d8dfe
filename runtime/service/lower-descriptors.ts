import type { Places } from '../api/definition.js';
import { isJsonObject } from '../protocol/json-object.js';
import { joinPlaces, type EncodedList } from './list-bytes.js';
import { lowerAnnotations } from '../results/encode-content.js';
import { knowsField, type DescriptorKind, type Revision } from '../protocol/revisions.js';
import { splitMembers } from './split-members.js';

/**
 * Descriptors in the words of a revision that does not know all that stands in them.
 *
 * @param all Where they stand.
 * @returns Their text, with commas between them.
 */
export function lowerDescriptors(
  kind: DescriptorKind,
  { bytes }: EncodedList,
  all: readonly Places[],
  revision: Revision,
): string {
  const decoder = new TextDecoder();
  return all
    .map((places) => lowerDescriptor(kind, decoder.decode(joinPlaces(bytes, [places], ' ', '')).slice(1), revision))
    .join(',');
}

function lowerDescriptor(kind: DescriptorKind, descriptor: string, revision: Revision): string {
  const members = splitMembers(descriptor).flatMap(([field, json]) => {
    const lowered = knowsField(revision, kind, field) ? lowerField(kind, field, json, revision) : undefined;
    return lowered === undefined ? [] : [`${JSON.stringify(field)}:${lowered}`];
  });
  return `{${members.join(',')}}`;
}

function lowerField(kind: DescriptorKind, field: string, json: string, revision: Revision): string | undefined {
  if (kind === 'prompt' && field === 'arguments') return lowerArguments(json, revision);
  if (kind === 'tool' || field !== 'annotations') return json;
  const { annotations } = lowerAnnotations(JSON.parse(json), revision);
  return annotations === undefined ? undefined : JSON.stringify(annotations);
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#promptargument */
function lowerArguments(json: string, revision: Revision): string {
  return JSON.stringify(JSON.parse(json), (field: string, value: unknown) =>
    isJsonObject(value) || knowsField(revision, 'promptArgument', field) ? value : undefined,
  );
}
