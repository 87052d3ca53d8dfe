import { describe, expect, test } from 'vitest';
import { FrameReader, frameText } from '../../generator/tools/dev/frame-reader.js';

/** Frames that a reader returns for a stream that arrives in pieces of `pieceLength` bytes. */
function read(bytes: Buffer, pieceLength: number): { readonly frames: readonly string[]; readonly style: string } {
  const frames: string[] = [];
  const reader = new FrameReader((frame) => frames.push(frame));
  for (let start = 0; start < bytes.length; start += pieceLength) {
    reader.push(bytes.subarray(start, start + pieceLength));
  }
  reader.end();
  return { frames, style: reader.style };
}

const message = '{"jsonrpc":"2.0","id":1,"method":"é"}';

describe.each([1, 3, 1000])('in pieces of %i bytes', (pieceLength) => {
  test('lines are messages, the last one without its end too', () => {
    const { frames, style } = read(Buffer.from(`\ufeff\r\n${message}\r\n\n${message}`), pieceLength);
    expect({ frames, style }).toEqual({ frames: [message, message], style: 'line' });
  });

  test('headers tell lengths in bytes, and line ends in a message are spaces', () => {
    const body = message.replace(',', ',\n');
    const length = Buffer.byteLength(body);
    const stream = `Content-Length: ${length}\r\n\r\n${body}content-type: x\r\nContent-length: ${length}\n\n${body}`;
    const { frames, style } = read(Buffer.from(stream), pieceLength);
    const line = message.replace(',', ', ');
    expect({ frames, style }).toEqual({ frames: [line, line], style: 'content-length' });
  });

  test('a header without a length is handed on as what it is, and the next message is read', () => {
    const stream = `Content-Length: x\r\n\r\nContent-Length: 2\r\n\r\n{}`;
    expect(read(Buffer.from(stream), pieceLength).frames).toEqual(['Content-Length: x', '{}']);
  });
});

test('messages are written in the style of the peer', () => {
  expect(frameText('{"é":1}', 'line')).toBe('{"é":1}\n');
  expect(frameText('{"é":1}', 'content-length')).toBe('Content-Length: 8\r\n\r\n{"é":1}');
});
