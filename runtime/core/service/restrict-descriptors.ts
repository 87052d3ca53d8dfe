import type { Descriptor, Descriptors, ServerDefinition } from '../api/definition.js';

/** Returns the descriptors of a read-only server, with `readOnlyHint` on the tool that calls operations. */
export function restrictDescriptors(descriptors: Descriptors, { tools }: ServerDefinition): Descriptors {
  const { discovering = [] } = tools;
  const restricted = descriptors.tools?.map((descriptor, position) =>
    discovering.includes(tools.names[position] ?? '') ? markReadOnly(descriptor) : descriptor,
  );
  return { ...descriptors, ...(restricted && { tools: restricted }) };
}

function markReadOnly(descriptor: Descriptor): Descriptor {
  const { annotations = '{}' } = descriptor.fields;
  const hints = { ...(JSON.parse(annotations) as object), readOnlyHint: true, destructiveHint: false };
  return { ...descriptor, fields: { ...descriptor.fields, annotations: JSON.stringify(hints) } };
}
