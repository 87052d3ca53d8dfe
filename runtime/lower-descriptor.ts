import './index.js';
import type { DescriptorText, ListKind, ListTexts } from './definition.js';
import { isJsonObject } from './json-object.js';
import { lowerAnnotations } from './results/encode-content.js';
import { knowsField, listUnknownFields, type DescriptorKind, type Revision } from './revisions.js';
import { splitMembers } from './split-members.js';

const kinds: { readonly [list in ListKind]: DescriptorKind } = {
  tools: 'tool',
  prompts: 'prompt',
  resources: 'resource',
  resourceTemplates: 'resourceTemplate',
};

/** A descriptor in the words of a revision that does not know everything; as it was where there is nothing to change. */
export function lowerDescriptor(
  list: ListKind,
  text: DescriptorText,
  passages: ListTexts['passages'],
  revision: Revision,
): DescriptorText {
  const kind = kinds[list];
  const descriptor = spellOut(text, passages);
  const suspects = [...listUnknownFields(revision, kind), ...(list === 'tools' ? [] : ['annotations', 'arguments'])];
  if (!suspects.some((field) => descriptor.includes(`"${field}":`))) return text;
  const members = splitMembers(descriptor).flatMap(([field, json]) => {
    const lowered = knowsField(revision, kind, field) ? lowerField(list, field, json, revision) : undefined;
    return lowered === undefined ? [] : [`${JSON.stringify(field)}:${lowered}`];
  });
  return `{${members.join(',')}}`;
}

function spellOut(text: DescriptorText, passages: ListTexts['passages']): string {
  if (typeof text === 'string') return text;
  return text.map((part) => (typeof part === 'string' ? part : spellOut(passages?.[part] ?? '', passages))).join('');
}

function lowerField(list: ListKind, field: string, json: string, revision: Revision): string | undefined {
  if (list === 'prompts' && field === 'arguments') return lowerArguments(json, revision);
  if (list === 'tools' || field !== 'annotations') return json;
  const { annotations } = lowerAnnotations(JSON.parse(json), revision);
  return annotations === undefined ? undefined : JSON.stringify(annotations);
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#promptargument */
function lowerArguments(json: string, revision: Revision): string {
  return JSON.stringify(JSON.parse(json), (field: string, value: unknown) =>
    isJsonObject(value) || knowsField(revision, 'promptArgument', field) ? value : undefined,
  );
}
