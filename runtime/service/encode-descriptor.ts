import type { Descriptor } from '../api/definition.js';
import { isJsonObject } from '../protocol/json-object.js';
import { lowerAnnotations } from '../protocol/lower-annotations.js';
import { knowsField, modernRevisions, type DescriptorKind, type Revision } from '../protocol/revisions.js';

/** JSON text of a descriptor, without fields that the revision does not know. */
export function encodeDescriptor(kind: DescriptorKind, descriptor: Descriptor, revision: Revision): string {
  const { fields, legacyFields } = descriptor;
  const isModern = modernRevisions.some((modern) => modern === revision);
  const members = Object.entries(isModern ? fields : { ...fields, ...legacyFields }).flatMap(([field, json]) => {
    const lowered = knowsField(revision, kind, field) ? lowerField(kind, field, json, revision) : undefined;
    return lowered === undefined ? [] : [`${JSON.stringify(field)}:${lowered}`];
  });
  return `{${members.join(',')}}`;
}

/** Fields whose values a revision before 2025-06-18 does not know as a whole. */
function lowerField(kind: DescriptorKind, field: string, json: string, revision: Revision): string | undefined {
  if (revision >= '2025-06-18') return json;
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
