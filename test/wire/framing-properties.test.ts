import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as headers from '../../runtime/wire/framing/content-length-reader.js';
import { Decoder, parseInto } from '../../runtime/wire/framing/framing.js';
import { parseJson } from '../../runtime/wire/parse-json.js';

type Event = { readonly message: unknown } | { readonly malformed: string };

function decode(chunks: readonly Uint8Array[], maxMessageBytes: number): readonly Event[] {
  const events: Event[] = [];
  const messages = {
    message: (message: unknown) => events.push({ message }),
    malformed: (malformed: string) => events.push({ malformed }),
  };
  const sink = parseInto(messages, parseJson);
  const decoder = new Decoder(maxMessageBytes, headers);
  for (const chunk of chunks) decoder.push(chunk, sink);
  decoder.end(sink);
  return events;
}

/** Cuts bytes at the given places. */
function cut(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

const messages = fc.array(
  fc.oneof(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), fc.array(fc.jsonValue())),
);
const places = fc.array(fc.nat(), { maxLength: 30 });

test('any messages in any chunks on lines are read as they were written', () => {
  fc.assert(
    fc.property(messages, places, fc.constantFrom('\n', '\r\n', '\r\r\n', '\n\n'), (sent, cuts, end) => {
      const bytes = Buffer.from(sent.map((message) => JSON.stringify(message) + end).join(''));
      expect(decode(cut(bytes, cuts), 1_000_000)).toEqual(
        sent.map((message) => ({ message: JSON.parse(JSON.stringify(message)) as unknown })),
      );
    }),
    { numRuns: 40 },
  );
});

test('any messages in any chunks behind Content-Length are read as they were written', () => {
  fc.assert(
    fc.property(messages, places, fc.constantFrom('\r\n', '\n'), (sent, cuts, end) => {
      const bytes = Buffer.concat(
        sent.map((message) => {
          const body = Buffer.from(JSON.stringify(message));
          return Buffer.concat([Buffer.from(`Content-Length: ${body.length}${end}${end}`), body]);
        }),
      );
      expect(decode(cut(bytes, cuts), 1_000_000)).toEqual(
        sent.map((message) => ({ message: JSON.parse(JSON.stringify(message)) as unknown })),
      );
    }),
    { numRuns: 40 },
  );
});

test('a line over the limit is refused as soon as it is, not when it ends', () => {
  const events: string[] = [];
  const sink = { text: () => events.push('message'), malformed: (reason: string) => events.push(reason) };
  const decoder = new Decoder(100, headers);
  decoder.push(Buffer.from('{'.repeat(100)), sink);
  expect(events).toEqual([]);
  decoder.push(Buffer.from('{'), sink);
  expect(events).toEqual(['Message longer than 100 bytes']);
});

test('whatever comes, chunks make no difference', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '\n',
      '\r',
      '\r\n\r\n',
      '{}',
      '[1]',
      '{"a":"é"}',
      'Content-Length: 2',
      'content-type: x',
      '\uFEFF',
      '{',
    ),
    fc.string({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece), fc.uint8Array({ maxLength: 3 }), places, (pieces, noise, cuts) => {
      const bytes = Buffer.concat([Buffer.from(pieces.join('')), noise, Buffer.from('\n{}\n')]);
      expect(decode(cut(bytes, cuts), 12)).toEqual(decode([bytes], 12));
    }),
    { numRuns: 500 },
  );
});
