import { describe, test } from 'vitest';
import * as headers from '../../runtime/wire/framing/content-length-reader.js';
import { Decoder } from '../../runtime/wire/framing/framing.js';
import { EventReader } from '../../runtime/wire/peer/event-reader.js';
import { EventStream, parseEventId } from '../../runtime/transports/http/event-stream.js';
import { SseWriter } from '../../runtime/transports/http/sse-writer.js';
import { measureGrowth } from '../kit/measure-growth.js';

describe('ten times as much of an event stream of another server takes about ten times as long', () => {
  test.each([
    ['a line in many pieces', 'data: ', 'a'],
    ['an event of many lines', '', 'data: 1\n'],
    ['many events', '', 'data: 1\n\n'],
    ['lines without an end of the event', 'data:', '\r\r\n: x'],
    ['a line that is no data', ': ', 'x'],
  ])('%s', async (_what, begin, piece) => {
    await measureGrowth(5_000, (count) => {
      const reader = new EventReader();
      reader.push(begin);
      for (let index = 0; index < count; index += 1) reader.push(piece);
      reader.end();
    });
  });
});

describe('ten times as many bytes to dev take about ten times as long', () => {
  test.each([
    ['a line', '{', 'a'],
    ['lines', '', '{}\n'],
    ['a message behind a header', 'Content-Length: 9000000\n\n', 'a'],
    ['messages behind headers', '', 'Content-Length: 1\n\n1'],
    ['white space behind a header', 'Content-Length: 1\n\n1', ' \n'],
    ['a header without an end', 'Content-Length: 1\n', 'x'],
  ])('%s in many pieces', async (_what, begin, piece) => {
    await measureGrowth(1_000, (count) => {
      const decoder = new Decoder(Infinity, headers);
      const sink = { text: () => {}, malformed: () => {} };
      decoder.push(Buffer.from(begin), sink);
      const bytes = Buffer.from(piece.repeat(20));
      for (let index = 0; index < count; index += 1) decoder.push(bytes, sink);
      decoder.end(sink);
    });
  });
});

describe('ten times as many events take about ten times as long', () => {
  const sink = { write: () => {}, end: () => {}, abort: () => {}, pendingBytes: 0 };

  test('to keep and to send', async () => {
    await measureGrowth(20_000, (count) => {
      const stream = new EventStream(1, true, { take: () => true, release: () => {} });
      for (let index = 0; index < count; index += 1) stream.send('{}');
      stream.attach(new SseWriter(sink, () => {}), 0);
    });
  });

  test('to resume from', async () => {
    await measureGrowth(100_000, (count) => parseEventId(`${'1'.repeat(count)}_${'1_'.repeat(count)}`));
  });
});
