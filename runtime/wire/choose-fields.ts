import { isModernVersion, type ProtocolVersion } from './protocol-versions.js';

/** Fields of a descriptor in wire order, each as JSON text. */
type FieldTexts = { readonly [field: string]: string };

/** Returns the fields of a descriptor in a protocol version, including fields that the version does not have. */
export function chooseFields(
  { fields, legacyFields }: { readonly fields: FieldTexts; readonly legacyFields?: FieldTexts },
  protocolVersion: ProtocolVersion,
): FieldTexts {
  return legacyFields === undefined || isModernVersion(protocolVersion) ? fields : { ...fields, ...legacyFields };
}
