import { describe, expect, test } from 'vitest';
import * as headers from '../../runtime/wire/framing/content-length-reader.js';
import { Decoder, parseInto } from '../../runtime/wire/framing/framing.js';
import { parseJson } from '../../runtime/wire/parse-json.js';

/** Processor time in milliseconds for bytes that arrive in chunks. */
function measure(begin: string, piece: string, count: number, chunkBytes: number): number {
  const bytes = Buffer.from(begin + piece.repeat(count));
  const decoder = new Decoder(10_000_000, headers);
  const sink = parseInto({ message: () => {}, malformed: () => {} }, parseJson);
  const before = process.cpuUsage();
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    decoder.push(bytes.subarray(start, start + chunkBytes), sink);
  }
  decoder.end(sink);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('A decoder takes linear time', () => {
  test.each([
    ['blank lines', '', '\n', 1_000_000],
    ['short lines', '', '1\n', 1_000_000],
    ['a line that never ends', '"', 'a', 1_000_000],
    ['headers without a length', 'Content-Length: x\n\n', 'Content-Length: x\n\n', 1_000_000],
    ['headers that are none', 'Content-Length: x\n\n', 'content-length', 1_000_000],
    ['a header that never ends', 'Content-Length: 2\n', 'X: y\n', 1_000_000],
    ['short messages behind headers', 'Content-Length: 1\n\n1', 'Content-Length: 1\n\n1', 1_000_000],
    ['a line in single bytes', '"', 'a', 1],
    ['headers in single bytes', 'Content-Length: x\n\n', 'Content-Length: x\n\n', 1],
  ])('for %s', (_what, begin, piece, chunkBytes) => {
    const count = Math.ceil((chunkBytes === 1 ? 50_000 : 300_000) / piece.length);
    expect(measure(begin, piece, count, chunkBytes)).toBeLessThan(3000);
  });
});
