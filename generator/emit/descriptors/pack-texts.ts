import { TextPacker, type PackedText } from './text-packer.js';

/** Texts without what they repeat. */
export interface PackedTexts {
  /** What is kept of the texts that have only ASCII characters in it. */
  readonly ascii: readonly string[];
  /** What is kept of the others. */
  readonly other: readonly string[];
  /** Where each text is found: starts and ends in turns, in the UTF-8 of `ascii` and `other`. */
  readonly places: readonly (readonly number[])[];
}

/**
 * Leaves out of texts what has stood in them or in others before. Most of a large catalogue is schemas that many tools refer to,
 * and what is read once instead of a hundred times makes a server start faster.
 */
export function packTexts(texts: readonly string[]): PackedTexts {
  const packer = new TextPacker(texts.reduce((length, text) => length + Buffer.byteLength(text), 0));
  const packed = texts.map((text) => {
    const added = packer.add(Buffer.from(text));
    return { ...added, kept: Buffer.from(packer.bytes.subarray(added.start, added.end)).toString() };
  });
  const isAscii = ({ kept, start, end }: (typeof packed)[number]): boolean => kept.length === end - start;
  const ascii = packed.filter(isAscii);
  const other = packed.filter((each) => !isAscii(each));
  const moves = new Map<PackedText, number>();
  let length = 0;
  for (const each of [...ascii, ...other]) {
    moves.set(each, length - each.start);
    length += each.end - each.start;
  }
  return {
    ascii: ascii.map(({ kept }) => kept),
    other: other.map(({ kept }) => kept),
    places: packed.map(({ places }) => movePlaces(places, packed, moves)),
  };
}

/** Places after what was kept of each text has moved; one that several texts are in falls apart where these do. */
function movePlaces(
  places: readonly number[],
  packed: readonly PackedText[],
  moves: ReadonlyMap<PackedText, number>,
): readonly number[] {
  const moved: number[] = [];
  for (let index = 0; index < places.length; index += 2) {
    const [start = 0, end = 0] = places.slice(index, index + 2);
    for (let at = start; at < end;) {
      const text = findText(packed, at);
      const part = Math.min(end, text.end);
      const move = moves.get(text) ?? 0;
      if (moved.at(-1) === at + move) moved[moved.length - 1] = part + move;
      else moved.push(at + move, part + move);
      at = part;
    }
  }
  return moved;
}

/** The text that what stands at a position was kept of. */
function findText(packed: readonly PackedText[], position: number): PackedText {
  let [low, high] = [0, packed.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((packed[middle]?.end ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  const text = packed[low];
  if (text === undefined) throw new RangeError('There is no text');
  return text;
}
