import { isJsonObject } from './json.js';
import { lowerAnnotations } from './lower-annotations.js';
import { knowsField, type DescriptorKind, type ProtocolVersion } from './protocol-versions.js';

/**
 * Converts the value of a descriptor field to a protocol version before 2025-06-18. Returns `undefined` if nothing
 * remains.
 *
 * @param json JSON text of the value.
 */
export function lowerField(
  kind: DescriptorKind,
  field: string,
  json: string,
  protocolVersion: ProtocolVersion,
): string | undefined {
  if (protocolVersion >= '2025-06-18') return json;
  if (kind === 'prompt' && field === 'arguments') return lowerArguments(json, protocolVersion);
  if (kind === 'tool' || field !== 'annotations') return json;
  const { annotations } = lowerAnnotations(JSON.parse(json));
  return annotations === undefined ? undefined : JSON.stringify(annotations);
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#promptargument */
function lowerArguments(json: string, protocolVersion: ProtocolVersion): string {
  return JSON.stringify(JSON.parse(json), (field: string, value: unknown) =>
    isJsonObject(value) || knowsField(protocolVersion, 'promptArgument', field) ? value : undefined,
  );
}
