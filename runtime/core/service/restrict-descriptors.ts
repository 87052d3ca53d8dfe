import type { Descriptor, Descriptors, ServerDefinition } from '../api/definition.js';

/**
 * The descriptors of a read-only server: the tool that calls operations says that it is read-only, because it calls no others there.
 */
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
