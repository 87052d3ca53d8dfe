import fc from 'fast-check';
import * as headers from '../../../runtime/wire/framing/content-length-reader.js';
import { Decoder, parseInto } from '../../../runtime/wire/framing/framing.js';
import { parseJson } from '../../../runtime/wire/parse-json.js';
import { mutateText } from '../engine/mutate.js';
import type { Random } from '../engine/random.js';
import type { Target } from '../engine/target.js';
import { checkReports } from '../engine/watch-reports.js';
import { Violation, withinBounds } from '../invariants.js';
import { ExpectedAnswers } from './check-answers.js';
import { anyMessage, initialize, legacy, legalCalls, modern } from './legal-messages.js';
import { parseLegal, readLines, runSession } from './run-session.js';

/** Chunks of a byte stream; each character stands for one byte. */
type Chunks = readonly string[];

/** Longer messages are refused. */
const maxMessageBytes = 20_000;

const words = [
  'Content-Length: ',
  'content-length:5\r\n\r\n',
  'Content-Type: application/json\r\n',
  '\r\n\r\n',
  '\n\n',
  '\xef\xbb\xbf',
  '{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
  '{"jsonrpc":"2.0","method":"x"}\n',
  '\xff',
  '\xe2\x82',
  '[[',
  'null\n',
  '"',
  '['.repeat(5000),
  '{"a":'.repeat(3000),
  'x'.repeat(30_000),
];

const asBytes = (text: string): string => Buffer.from(text).toString('latin1');
const asLine = (message: unknown): string => asBytes(`${JSON.stringify(message)}\n`);
const asFrame = (message: unknown): string => {
  const body = asBytes(JSON.stringify(message));
  return `Content-Length: ${body.length}\r\n\r\n${body}`;
};

/** Messages in both framings, cut anywhere, damaged anywhere. */
export const frames: Target<Chunks> = {
  name: 'frames',
  seeds: () =>
    [asLine, asFrame].flatMap((frame) => [
      [[initialize('2025-06-18'), ...legalCalls.map((call, id) => legacy(id, call))].map(frame).join('')],
      legalCalls.map((call, id) => frame(modern(id, call))),
      [frame(legacy('é', ['ping', {}]))],
      Array.from({ length: 1000 }, (_, id) => frame(legacy(id, ['ping', {}]))),
    ]),
  grammar: fc
    .tuple(
      fc.constantFrom(asLine, asFrame),
      fc.array(anyMessage, { maxLength: 20 }),
      fc.array(fc.nat(), { maxLength: 8 }),
    )
    .map(([frame, messages, places]) => cut(messages.map(frame).join(''), places)),
  mutate: mutateChunks,
  run: async (chunks) => {
    const whole = chunks.join('');
    const bytes = Buffer.from(whole, 'latin1');
    const parts = chunks.map((chunk) => Buffer.from(chunk, 'latin1'));
    const { events, framing } = await withinBounds(bytes.length, async () => decode(parts));
    if (JSON.stringify(events) !== JSON.stringify(decode([bytes]).events))
      throw new Violation('chunks make no difference', whole);
    checkLines(whole, events);
    const output = await withinBounds(bytes.length, () => runSession(parts, { start: { maxMessageBytes } }));
    const received = framing === 'newline' ? readLines(output) : readFrames(output);
    new ExpectedAnswers(events, '2025-11-25').check(received);
    checkReports();
    return events.length;
  },
};

/** The messages of a stream; `undefined` stands for one that is malformed. */
function decode(chunks: readonly Uint8Array[]): { readonly events: readonly unknown[]; readonly framing: string } {
  const events: unknown[] = [];
  const messages = {
    message: (message: unknown) => events.push(message),
    malformed: () => events.push(undefined),
  };
  const sink = parseInto(messages, parseJson);
  const decoder = new Decoder(maxMessageBytes, headers);
  for (const chunk of chunks) decoder.push(chunk, sink);
  decoder.end(sink);
  return { events, framing: decoder.framing };
}

/** Compares with a reader that only knows plain lines of ASCII, if the stream has no others. */
function checkLines(whole: string, events: readonly unknown[]): void {
  if (!/^[{["\d][\n -~]*$/u.test(whole) || whole.split('\n').some(({ length }) => length > maxMessageBytes)) return;
  const lines = whole.split('\n').filter((line) => line.trim() !== '');
  const read = lines.map((line) => {
    try {
      return JSON.parse(line) as unknown;
    } catch {
      return undefined;
    }
  });
  if (JSON.stringify(read) !== JSON.stringify(events)) throw new Violation('only legal messages', whole);
}

function readFrames(output: string): readonly unknown[] {
  const messages: unknown[] = [];
  let rest = Buffer.from(output);
  while (rest.length > 0) {
    const [head, length] = /^Content-Length: (\d+)\r\n\r\n/u.exec(rest.toString('latin1', 0, 64)) ?? [];
    if (head === undefined) throw new Violation('only legal messages', rest.toString('utf8', 0, 200));
    const end = head.length + Number(length);
    messages.push(parseLegal(rest.toString('utf8', head.length, end)));
    rest = rest.subarray(end);
  }
  return messages;
}

function mutateChunks(chunks: Chunks, other: Chunks, random: Random): Chunks {
  if (chunks.length > 1 && random.chance(0.3)) {
    const at = random.below(chunks.length);
    if (random.chance(0.5)) return chunks.toSpliced(at, 1);
    return chunks.toSpliced(at, 0, random.pick(chunks), random.pick(other.length > 0 ? other : ['']));
  }
  const text = chunks.join('');
  const mutated = random.chance(0.8) ? asLatin(mutateText(text, other.join(''), words, random)) : text;
  return cut(
    mutated,
    Array.from({ length: random.below(6) }, () => random.below(mutated.length + 1)),
  );
}

function asLatin(text: string): string {
  return text.replace(/[^\0-\xff]/gu, asBytes);
}

function cut(text: string, places: readonly number[]): Chunks {
  const ends = [...places.map((place) => place % (text.length + 1)), text.length].toSorted((a, b) => a - b);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}
