import { chooseFields } from './choose-fields.js';
import { lowerField } from './lower-field.js';
import { knowsField, type DescriptorKind, type ProtocolVersion } from './protocol-versions.js';

/**
 * Returns the fields of a descriptor as a server sends them in a protocol version, each as JSON text. Lists apply the
 * same rules in `encode-descriptors.ts`, many descriptors at a time.
 */
export function sentFields(
  kind: DescriptorKind,
  descriptor: Parameters<typeof chooseFields>[0],
  protocolVersion: ProtocolVersion,
): readonly (readonly [field: string, json: string])[] {
  return Object.entries(chooseFields(descriptor, protocolVersion)).flatMap(([field, json]) => {
    if (!knowsField(protocolVersion, kind, field)) return [];
    const lowered = lowerField(kind, field, json, protocolVersion);
    return lowered === undefined ? [] : [[field, lowered] as const];
  });
}
