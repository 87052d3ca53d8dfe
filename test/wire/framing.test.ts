import { describe, expect, test } from 'vitest';
import { text } from '../../runtime/index.js';
import { oneTool } from './fixture-server.js';
import { feed, parseLines, reports, request } from './wire.js';

const echo = oneTool((input: { value: string }) => text(input.value));

function call(id: number, value: string): string {
  return JSON.stringify(request(id, 'tools/call', { name: 'probe', arguments: { value } }));
}

function answer(id: number, value: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"${value}"}]}}`;
}

function frame(body: string): string {
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const parseError = (reason: string) => `{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error: ${reason}"}}`;

describe('newline-delimited messages (2026-07-28 basic/transports/stdio)', () => {
  test('a byte order mark and blank lines may come first', async () => {
    expect(await feed(echo, ['\uFEFF\r\n', call(1, 'a')])).toBe(`${answer(1, 'a')}\n`);
  });

  test('a message has one line, whatever is in it', async () => {
    const sent = await feed(echo, [call(1, 'a\nb\r\nc\u2028d')]);
    expect(sent).toMatch(/^[^\r\n]+\n$/u);
    expect(parseLines(sent)).toMatchObject([{ result: { content: [{ text: 'a\nb\r\nc\u2028d' }] } }]);
  });

  test('blank lines are skipped, malformed ones answered without an id, reported and survived', async () => {
    const sent = await feed(echo, [`\n   \n{"jsonrpc":\n\r\n${call(1, 'a')}\n`]);
    expect(sent.split('\n').toSorted()).toEqual(['', parseError('Invalid JSON'), answer(1, 'a')].toSorted());
    expect(reports).toEqual([expect.stringMatching(/^\[\S+\] INPUT \| ERROR: [^\n]+\n$/u)]);
  });

  test('invalid UTF-8 spoils only its own line', async () => {
    const bad = Buffer.concat([Buffer.from('"'), Buffer.from([0xff, 0xc0]), Buffer.from('"\n')]);
    const sent = await feed(echo, [Buffer.concat([Buffer.from(`${call(1, 'a')}\n`), bad, Buffer.from(call(2, 'b'))])]);
    expect(sent.split('\n').toSorted()).toEqual(
      ['', parseError('Invalid UTF-8'), answer(1, 'a'), answer(2, 'b')].toSorted(),
    );
  });
});

describe('messages over the limit', () => {
  const long = call(1, 'x'.repeat(300));
  const expected = ['', parseError('Message longer than 200 bytes'), answer(2, 'b')].toSorted();

  test.each([
    ['in one chunk', [`${long}\n${call(2, 'b')}\n`]],
    ['in many chunks', [...`${long}\n${call(2, 'b')}\n`]],
    ['behind another one', [`${long}\n`, `${call(2, 'b')}\n`]],
  ])('a line %s is refused once and skipped', async (_, chunks) => {
    expect((await feed(echo, chunks, { maxMessageBytes: 200 })).split('\n').toSorted()).toEqual(expected);
  });

  test('exactly the limit is allowed', async () => {
    const line = call(1, 'é');
    const bytes = Buffer.byteLength(line);
    expect(await feed(echo, [`${line}\n`], { maxMessageBytes: bytes })).toBe(`${answer(1, 'é')}\n`);
    expect(await feed(echo, [`${line}\n`], { maxMessageBytes: bytes - 1 })).toBe(
      `${parseError(`Message longer than ${bytes - 1} bytes`)}\n`,
    );
  });

  test('a line that never ends is refused and gone at the end of input', async () => {
    const sent = await feed(echo, ['{'.repeat(150), '{'.repeat(150), '{'.repeat(150)], { maxMessageBytes: 200 });
    expect(sent).toBe(`${parseError('Message longer than 200 bytes')}\n`);
  });

  test('a framed message is refused and its bytes are skipped', async () => {
    const sent = await feed(echo, [frame(long).slice(0, 100), frame(long).slice(100) + frame(call(2, 'b'))], {
      maxMessageBytes: 200,
    });
    expect(sent).toContain(frame(answer(2, 'b')));
    expect(sent).toContain(frame(parseError('Message longer than 200 bytes')));
  });
});

describe('Content-Length framing', () => {
  test.each([
    ['no length', 'Content-Type: text/plain\r\n\r\n{"a":1}'],
    ['no end', `Content-Length: 5\r\nX-Other: ${'x'.repeat(9000)}`],
    ['a message without a header', `${frame(call(9, 'z'))}{"jsonrpc":"2.0"}\n`],
  ])('a header with %s costs one error and is survived', async (name, bad) => {
    const sent = await feed(echo, [bad + frame(call(1, 'a'))]);
    const error = frame(parseError('Header without a valid Content-Length'));
    expect(sent.split(error)).toHaveLength(2);
    expect(sent).toContain(frame(answer(1, 'a')));
    expect(sent.includes('"id":9')).toBe(name === 'a message without a header');
  });

  const body = call(2, 'João');
  const length = Buffer.byteLength(body);
  const second = frame(answer(2, 'João'));
  const both = frame(answer(1, 'a')) + second;

  test.each([
    ['in capital letters', `CONTENT-LENGTH: ${length}\r\n`],
    ['without a space', `content-length:${length}\r\n`],
    ['with spaces and tabs around the length', `Content-Length \t: \t${length} \t\r\n`],
    ['behind another field', `Content-Type: application/json\r\nContent-Length: ${length}\r\n`],
    ['behind a field with a longer name', `X-Content-Length: 1\r\nContent-Length: ${length}\r\n`],
    ['before another field', `Content-Length: ${length}\r\nX-Other: 1\r\n`],
    ['whose lines end with LF', `Content-Length: ${length}\nX-Other: 1\n`],
    ['behind blank lines', `\r\n\n\rContent-Length: ${length}\r\n`],
    ['of eight thousand bytes', `X-Other: ${'x'.repeat(8100)}\r\nContent-Length: ${length}\r\n`],
  ])('a header %s is read, whole or in pieces', async (_, header) => {
    const sent = `${frame(call(1, 'a'))}${header}${header.includes('\r\n') ? '\r\n' : '\n'}${body}`;
    expect(await feed(echo, [sent])).toBe(both);
    expect(await feed(echo, sent.match(/[^]{1,5}/gu) ?? [])).toBe(both);
  });

  test.each(['0', '-5', '1.5', '', 'x', '1e2', '5 5', '9007199254740992'])(
    'a length of "%s" costs one error, and the next header is found behind anything',
    async (wrong) => {
      const error = frame(parseError('Header without a valid Content-Length'));
      for (const between of [0, 1, 14, 15, 1000, 1008, 1009, 1010, 1023, 1024, 1025, 2048, 3000]) {
        const bad = `Content-Length: ${wrong}\r\n\r\n${'g'.repeat(between)}`;
        const sent = await feed(echo, [frame(call(1, 'a')) + bad + frame(body)]);
        expect([error + both, both.replace(second, error + second)]).toContain(sent);
      }
    },
  );

  test('a message of exactly the limit is read, one of a byte more is not', async () => {
    expect(await feed(echo, [frame(body)], { maxMessageBytes: length })).toBe(second);
    expect(await feed(echo, [frame(body)], { maxMessageBytes: length - 1 })).toBe(
      frame(parseError(`Message longer than ${length - 1} bytes`)),
    );
  });

  test('a message that is not JSON is survived', async () => {
    const sent = await feed(echo, [frame('{"a"') + frame(call(1, 'a'))]);
    expect(sent).toContain(frame(parseError('Invalid JSON')));
    expect(sent).toContain(frame(answer(1, 'a')));
  });

  test('half a message at the end of input is dropped', async () => {
    expect(await feed(echo, [frame(call(1, 'a')) + frame(call(2, 'b')).slice(0, -3)])).toBe(frame(answer(1, 'a')));
    expect(reports).toEqual([]);
  });
});

test('a text that merely begins like a header is a line', async () => {
  const sent = await feed(echo, ['Content', `-X\n${call(1, 'a')}\n`]);
  expect(parseLines(sent).map((message) => message['id'])).toEqual([undefined, 1]);
});

test('what begins like a header and ends there is a line that is no JSON', async () => {
  expect(await feed(echo, ['Conte'])).toBe(`${parseError('Invalid JSON')}\n`);
});

test.each([
  ['after a comma', '{"jsonrpc":"2.0",\r"id":1,"method":"ping"}\n'],
  ['before and after', '\r{"jsonrpc":"2.0","id":1,"method":"ping"}\r\r\n'],
  ['before the end of the input', '{"jsonrpc":"2.0","id":1,"method":"ping"}\r'],
])(
  'a lone CR %s is white space of JSON and does not end a line (2026-07-28 basic/transports/stdio)',
  async (_, line) => {
    expect(await feed(echo, [line])).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
  },
);
