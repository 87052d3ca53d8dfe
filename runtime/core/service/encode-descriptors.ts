import type { Descriptor } from '../api/definition.js';
import { byteLength } from '../../wire/byte-length.js';
import { chooseFields } from '../../wire/choose-fields.js';
import type { lowerField } from '../../wire/lower-field.js';
import { knowsField, type DescriptorKind, type ProtocolVersion } from '../../wire/protocol-versions.js';

/**
 * Encodes the first descriptors as JSON text, separated by commas, without fields that the protocol version does not
 * have. All fields are joined in one step, which is three times as fast as joining each descriptor first (1,000 tools:
 * 5 ms instead of 16).
 *
 * @param maxBytes Maximum length of the text. A first descriptor of any length is included.
 * @param lower Converts values that the protocol version supports only partly. Absent: it fully supports all values.
 * @returns The text, and the number of descriptors in it.
 */
export function encodeDescriptors(
  kind: DescriptorKind,
  descriptors: readonly Descriptor[],
  protocolVersion: ProtocolVersion,
  maxBytes: number,
  lower?: typeof lowerField,
): { readonly text: string; readonly count: number } {
  const keys = new Map<string, string | undefined>();
  const texts: string[] = [];
  let bytes = 0;
  for (const [count, descriptor] of descriptors.entries()) {
    const fit = texts.length;
    let separator = texts.length === 0 ? '{' : ',{';
    const sent = chooseFields(descriptor, protocolVersion);
    for (const field in sent) {
      if (!keys.has(field))
        keys.set(field, knowsField(protocolVersion, kind, field) ? `${JSON.stringify(field)}:` : undefined);
      const key = keys.get(field);
      if (key === undefined) continue;
      const value = sent[field] ?? '';
      const lowered = lower === undefined ? value : lower(kind, field, value, protocolVersion);
      if (lowered === undefined) continue;
      texts.push(separator, key, lowered);
      bytes += separator.length + key.length + byteLength(lowered);
      separator = ',';
    }
    texts.push('}');
    bytes += 1;
    if (bytes > maxBytes && count > 0) return { text: texts.slice(0, fit).join(''), count };
  }
  return { text: texts.join(''), count: descriptors.length };
}
