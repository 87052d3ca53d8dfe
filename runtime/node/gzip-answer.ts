import { addToChecksum, findShift, joinChecksums } from './checksum.js';

/** What fits into one packet does not arrive sooner when it is compressed. */
const minimalKept = 1400;
/** Characters around it: each of them is read for the checksum. */
const maximalAround = 4096;
/** Bytes that are copied for each answer. More are shared, so that answers that nobody reads do not fill the memory. */
const maximalCopied = 16_384;

/** Without a name and a time, of an unknown system. */
const head = '\x1f\x8b\b\0\0\0\0\0\0\xff';
const lastBlock = '\x01\0\0\xff\xff';

/** Bytes that are kept for many answers, compressed. */
interface Compressed {
  /** Whole blocks, none of them the last one. */
  readonly blocks: Uint8Array;
  /** The same in Latin-1, if they are few. */
  readonly text: string | undefined;
  readonly length: number;
  readonly checksum: number;
  readonly shift: number;
}

/** `undefined` while they are being compressed, and when that has failed. */
const known = new WeakMap<Uint8Array, Compressed | undefined>();

/**
 * An answer as a gzip file. What is kept for the next time, such as a list, is compressed once, on another thread; what stands around it,
 * the id of a request for example, is stored as it is. So nothing is compressed for a single answer.
 *
 * @returns The file, as Latin-1 where it is short; `undefined` when the answer is to be sent as it stands: what is kept has not been
 *   compressed yet, or is not most of the answer.
 * @see https://www.rfc-editor.org/rfc/rfc1952
 */
export function gzipAnswer(answer: readonly (string | Uint8Array)[]): string | readonly Uint8Array[] | undefined {
  let [before, after] = ['', ''];
  let kept: Uint8Array | undefined;
  for (const part of answer) {
    if (typeof part !== 'string') {
      if (kept !== undefined) return undefined;
      kept = part;
    } else if (kept === undefined) before += part;
    else after += part;
  }
  if (kept === undefined || kept.length < minimalKept || before.length + after.length > maximalAround) return undefined;
  if (!known.has(kept)) compress(kept);
  const compressed = known.get(kept);
  return compressed && join(toLatin1(before), compressed, toLatin1(after));
}

/** A character for each byte. */
function toLatin1(text: string): string {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');
}

/** @see https://www.rfc-editor.org/rfc/rfc1951 */
function compress(bytes: Uint8Array): void {
  known.set(bytes, undefined);
  const keep = (error: Error | null, blocks: Buffer): void => {
    if (error !== null) return;
    const text = blocks.length > maximalCopied ? undefined : blocks.toString('latin1');
    const checksum = addToChecksum(Buffer.from(bytes).toString('latin1'));
    known.set(bytes, { blocks, text, length: bytes.length, checksum, shift: findShift(bytes.length) });
  };
  import('node:zlib').then(
    // Ends with a whole byte, and so that other blocks can follow.
    ({ constants, deflateRaw }) => deflateRaw(bytes, { finishFlush: constants.Z_SYNC_FLUSH }, keep),
    // A platform that has no such module goes without.
    () => {},
  );
}

function join(
  before: string,
  { blocks, text, length, checksum, shift }: Compressed,
  after: string,
): string | readonly Uint8Array[] {
  const whole = addToChecksum(after, joinChecksums(addToChecksum(before), checksum, shift));
  const size = before.length + length + after.length;
  const start = head + store(before);
  const end = store(after) + lastBlock + encodeNumber(whole, 4) + encodeNumber(size, 4);
  // Text goes out in one piece with the head of the response, which takes less than to write bytes.
  return text === undefined ? [Buffer.from(start, 'latin1'), blocks, Buffer.from(end, 'latin1')] : start + text + end;
}

/** A block that is not compressed: its length, twice, and its bytes. */
function store(bytes: string): string {
  return `\0${encodeNumber(bytes.length, 2)}${encodeNumber(~bytes.length, 2)}${bytes}`;
}

/** The lowest bytes of a number, the lowest one first. */
function encodeNumber(value: number, bytes: number): string {
  let encoded = '';
  for (let at = 0; at < bytes; at += 1) encoded += String.fromCharCode((value >>> (8 * at)) & 0xff);
  return encoded;
}
