import type { ListTexts, Places } from './definition.js';

/** The texts of a list in UTF-8, to be cut into descriptors. */
export function encodeTexts({ ascii, other }: ListTexts): Uint8Array {
  const encoder = new TextEncoder();
  const encoded = encoder.encode(ascii.join(''));
  return other.length === 0 ? encoded : joinBytes([encoded, encoder.encode(other.join(''))]);
}

/** What stands at these places, in parts; what continues the part before is part of that. */
export function cutPlaces(bytes: Uint8Array, all: readonly Places[]): readonly Uint8Array[] {
  const parts: Uint8Array[] = [];
  let start = 0;
  let end = 0;
  for (const places of all) {
    for (let index = 0; index < places.length; index += 2) {
      const next = places[index] ?? 0;
      if (next !== end) {
        parts.push(bytes.subarray(start, end));
        start = next;
      }
      end = places[index + 1] ?? 0;
    }
  }
  return [...parts, bytes.subarray(start, end)].filter(({ length }) => length > 0);
}

/** Bytes one after the other. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of parts) {
    joined.set(part, end);
    end += part.length;
  }
  return joined;
}
