/** DER tags that signatures need. */
export const derTags = {
  integer: 0x02,
  octets: 0x04,
  empty: 0x05,
  objectId: 0x06,
  sequence: 0x30,
  set: 0x31,
  /** Constructed, context-specific 0. */
  context: 0xa0,
} as const;

/** Encodes a value: its tag, its length, and the concatenated parts. */
export function encodeDer(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), encodeLength(content.length), content]);
}

function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 + bytes.length]), bytes]);
}

/** Encodes an object identifier, such as `1.2.840.113549.1.7.2`. */
export function encodeObjectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...others.flatMap(encodeArc)];
  return encodeDer(derTags.objectId, Buffer.from(bytes));
}

/** Splits a number into groups of seven bits; all but the last have the high bit set. */
function encodeArc(arc: number): readonly number[] {
  const groups = [arc % 128];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) groups.unshift(128 + (rest % 128));
  return groups;
}

/** DER value: its tag, its whole encoding, and its content. */
interface DerValue {
  readonly tag: number;
  readonly whole: Buffer;
  readonly content: Buffer;
}

/**
 * Reads consecutive values.
 *
 * @throws {RangeError} for a value that extends beyond the bytes
 */
export function readDer(bytes: Buffer): readonly DerValue[] {
  const values: DerValue[] = [];
  for (let start = 0; start < bytes.length;) {
    const tag = bytes.readUInt8(start);
    const short = bytes.readUInt8(start + 1);
    const size = short < 0x80 ? 0 : short - 0x80;
    const length = size === 0 ? short : bytes.readUIntBE(start + 2, size);
    const from = start + 2 + size;
    if (from + length > bytes.length) throw new RangeError('The value extends beyond the end of the data.');
    values.push({ tag, whole: bytes.subarray(start, from + length), content: bytes.subarray(from, from + length) });
    start = from + length;
  }
  return values;
}
