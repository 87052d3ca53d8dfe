import type { DescriptorText, ListTexts } from './definition.js';

const encoder = new TextEncoder();
const comma = encoder.encode(',');

/**
 * Joins descriptors with commas, as UTF-8. Texts are encoded one by one: joined first, all of them would take two bytes a
 * character as soon as one of them needs that.
 */
export function encodeDescriptors(
  head: string,
  descriptors: readonly DescriptorText[],
  passages: ListTexts['passages'] = [],
  tail: string,
): Uint8Array {
  const encoded: Uint8Array[] = [];
  const encodePassage = (position: number): Uint8Array =>
    (encoded[position] ??= joinBytes(encode(passages[position] ?? '')));
  const encode = (text: DescriptorText): readonly Uint8Array[] =>
    typeof text === 'string'
      ? [encoder.encode(text)]
      : text.map((part) => (typeof part === 'string' ? encoder.encode(part) : encodePassage(part)));
  const chunks = descriptors.flatMap((descriptor, index) =>
    index === 0 ? encode(descriptor) : [comma, ...encode(descriptor)],
  );
  return joinBytes([encoder.encode(head), ...chunks, encoder.encode(tail)]);
}

function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  const joined = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let end = 0;
  for (const chunk of chunks) {
    joined.set(chunk, end);
    end += chunk.length;
  }
  return joined;
}
