import { describe, expect, test } from 'vitest';
import {
  audio,
  embeddedResource,
  error,
  image,
  resourceLink,
  results,
  structured,
  text,
  withMeta,
  type ToolDefinition,
} from '../../runtime/index.js';
import { anything, makeValidator, oneTool, throwing } from './fixture-server.js';
import { ask, revisions, talkIn } from './revision-client.js';
import { reports, type Wire } from './wire.js';

/** Result that a client of a revision gets when the handler returns a value. */
async function resultOf(
  value: unknown,
  revision = '2025-11-25',
  overrides: Partial<ToolDefinition> = {},
): Promise<Wire> {
  const subject = oneTool(() => value, overrides);
  const [answer] = await talkIn(revision, subject, [ask(revision, 1, 'tools/call', { name: 'probe' })]);
  return answer?.['result'] as Wire;
}

function plain(value: string): Wire {
  return { content: [{ type: 'text', text: value }] };
}

function failure(value: string): Wire {
  return { ...plain(value), isError: true };
}

describe('values of a tool without an output schema', () => {
  test.each([
    ['a string', 'x', 'x'],
    ['an empty string', '', ''],
    ['nothing', undefined, 'Success'],
    ['a number', 7.5, '7.5'],
    ['NaN', Number.NaN, 'NaN'],
    ['a bigint', 2n ** 64n, '18446744073709551616'],
    ['a bigint of 10,000 digits', 10n ** 10_000n - 1n, '9'.repeat(10_000)],
    ['a negative one', 1n - 10n ** 10_000n, `-${'9'.repeat(10_000)}`],
    ['a bigint inside', { a: [-1n, '1'] }, '{"a":[-1,"1"]}'],
    ['a boolean', false, 'false'],
    ['an object', { a: [1, 'x'], b: undefined }, '{"a":[1,"x"]}'],
    ['an array', [1, null], '[1,null]'],
    ['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ['a lookalike', { content: [], isError: true }, '{"content":[],"isError":true}'],
  ])('%s', async (_, value, expected) => {
    expect(await resultOf(value)).toEqual(plain(expected));
    expect(await resultOf(Promise.resolve(value))).toEqual(plain(expected));
  });

  test('_meta whose toJSON returns no object is an error', async () => {
    expect(await resultOf(withMeta(text('x'), { toJSON: () => 7 }))).toEqual(
      failure('Tool "probe" returned what cannot be sent: _meta must be an object'),
    );
  });

  test('null is an error', async () => {
    expect(await resultOf(null)).toEqual(failure('Tool "probe" returned no result.'));
  });

  const cycle: { self?: unknown } = {};
  cycle.self = cycle;

  test.each([
    ['a cycle', cycle],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    [
      'a toJSON that throws',
      {
        toJSON: throwing(new Error('no')),
      },
    ],
    ['a block with a cycle', text('x', { _meta: cycle as { [key: string]: unknown } })],
    ['_meta with a cycle', withMeta(text('x'), cycle as { [key: string]: unknown })],
    ['a structured cycle', structured(cycle)],
    ['a structured function', structured(() => 1)],
  ])('%s is an error that names the tool', async (_, value) => {
    const result = await resultOf(value);
    expect(result['isError']).toBe(true);
    expect(result['content'][0].text).toMatch(/^Tool "probe" returned a result that is not JSON: [^\n]+$/u);
    expect(reports).toHaveLength(1);
  });
});

test.each([10n ** 10_000n, -(10n ** 10_000n), { deep: [7n ** 100_000n] }])(
  'a bigint of more than 10,000 digits is an error',
  async (value) => {
    expect(await resultOf(value)).toEqual(
      failure('Tool "probe" returned what cannot be sent: an integer of more than 10,000 digits'),
    );
  },
);

test('a bigint in _meta is a JSON number', async () => {
  expect(await resultOf(withMeta(text('x'), { a: 1n }))).toMatchObject({ _meta: { a: 1 } });
});

describe('named outputs', () => {
  test.each([
    ['one', ['Sum'], { Sum: 7 }, 'Sum: 7', '{"Sum":7}'],
    ['a bare value', ['Sum'], 7, 'Sum: 7', '{"Sum":7}'],
    ['a bare string', ['Greeting'], 'Hello, world!', 'Greeting: Hello, world!', '{"Greeting":"Hello, world!"}'],
    ['a bare array', ['List'], [1, 2], 'List: [1,2]', '{"List":[1,2]}'],
    ['two, in the order of the definition', ['A', 'B'], { B: 2, A: 1 }, 'A: 1\nB: 2', '{"A":1,"B":2}'],
    ['more than asked for', ['A'], { A: 'x', Z: 1 }, 'A: x', '{"A":"x"}'],
    [
      'all kinds',
      ['A', 'B', 'C', 'D'],
      { A: null, B: true, C: [1], D: { e: 1 } },
      'A: null\nB: true\nC: [1]\nD: {"e":1}',
      '{"A":null,"B":true,"C":[1],"D":{"e":1}}',
    ],
  ])('%s', async (_, returns, value, expected, json) => {
    for (const revision of ['2025-06-18', '2025-11-25']) {
      const { structuredContent, ...rest } = await resultOf(value, revision, { returns });
      expect([rest, JSON.stringify(structuredContent)]).toEqual([plain(expected), json]);
    }
    // These revisions have no structured content.
    expect(await resultOf(value, '2024-11-05', { returns })).toEqual(plain(expected));
    expect(await resultOf(value, '2025-03-26', { returns })).toEqual(plain(expected));
    expect(await resultOf(value, '2025-11-25', { returns, isTextOnly: true })).toEqual(plain(expected));
  });

  test.each([
    ['nothing', undefined, 'Tool "probe" returned no result.'],
    ['null', null, 'Tool "probe" returned no result.'],
    ['one is missing', { A: 1 }, 'Tool "probe" returned no value for "B"'],
    ['a value that is no object', 5, 'Tool "probe" returned no value for "A"'],
  ])('%s: isError', async (_, value, expected) => {
    expect(await resultOf(value, '2025-11-25', { returns: ['A', 'B'] })).toEqual(failure(expected));
  });

  test('values of the wrong type: isError', async () => {
    const output = makeValidator(() => [
      { instancePath: '/A', keyword: 'type', params: { type: 'string' }, message: 'must be string' },
    ]);
    const validators = async () => ({ input: anything, output });
    expect(await resultOf({ A: 1 }, '2025-11-25', { returns: ['A'], validators })).toEqual(
      failure('Tool "probe" returned values of the wrong type:\n- A: must be a string, got 1'),
    );
  });

  test('a result made with a builder goes out as it is, if it fits the output schema of the tool', async () => {
    const validators = async () => ({ input: anything, output: makeValidator(() => []) });
    const tool = { returns: ['A'], validators };
    expect(await resultOf(error('Division by zero'), '2025-11-25', tool)).toEqual(failure('Division by zero'));
    expect(await resultOf(structured({ A: 1 }, ['one']), '2025-11-25', tool)).toEqual({
      ...plain('one'),
      structuredContent: { A: 1 },
    });
    expect(await resultOf(text('one'), '2025-11-25', tool)).toEqual(
      failure('Tool "probe" has an output schema (from `returns`) but returned no structured content'),
    );
    expect(await resultOf(text('one'), '2025-11-25', { ...tool, isTextOnly: true })).toEqual(plain('one'));
  });
});

describe('generators', () => {
  test('asynchronous ones, too, even if they never finish', async () => {
    const hang = async function* () {
      try {
        yield 'first';
      } finally {
        await new Promise(() => {});
      }
    };
    expect(await resultOf(hang())).toEqual(plain('first'));
  });

  test('a promise that is yielded is awaited, a failing clean-up is ignored', async () => {
    const awkward = function* () {
      try {
        yield Promise.resolve('later');
      } finally {
        // oxlint-disable-next-line eslint/no-unsafe-finally -- that is what is tested
        throw new Error('clean-up');
      }
    };
    expect(await resultOf(awkward())).toEqual(plain('later'));
  });

  test('without a value they fail, and so they do when they throw', async () => {
    const nothing = function* (): Generator<string> {};
    const broken = async function* (): AsyncGenerator<string> {
      yield* nothing();
      throw new Error('broken');
    };
    expect(await resultOf(nothing())).toEqual(failure('Tool "probe" returned no result.'));
    expect(await resultOf(broken())).toEqual(failure('broken'));
  });
});

describe('builders (2025-11-25 server/tools, tool result)', () => {
  const bytes = Uint8Array.from([0, 1, 2, 250, 251]);

  test.each([
    ['text', text('x'), [{ type: 'text', text: 'x' }]],
    [
      'text with annotations',
      text('x', { annotations: { audience: ['user'], priority: 0.5 } }),
      [{ type: 'text', text: 'x', annotations: { audience: ['user'], priority: 0.5 } }],
    ],
    ['image', image('QUJD', 'image/png'), [{ type: 'image', data: 'QUJD', mimeType: 'image/png' }]],
    ['image of bytes', image(bytes, 'image/png'), [{ type: 'image', data: 'AAEC+vs=', mimeType: 'image/png' }]],
    ['audio', audio(bytes, 'audio/wav'), [{ type: 'audio', data: 'AAEC+vs=', mimeType: 'audio/wav' }]],
    ['resourceLink', resourceLink('app://x', 'x'), [{ type: 'resource_link', uri: 'app://x', name: 'x' }]],
    [
      'resourceLink in full',
      resourceLink('app://x', 'x', { title: 'X', description: 'An x', mimeType: 'text/html', size: 3 }),
      [
        {
          type: 'resource_link',
          uri: 'app://x',
          name: 'x',
          title: 'X',
          description: 'An x',
          mimeType: 'text/html',
          size: 3,
        },
      ],
    ],
    [
      'embeddedResource of text',
      embeddedResource({ uri: 'app://x', mimeType: 'text/plain', text: 'X' }),
      [{ type: 'resource', resource: { uri: 'app://x', mimeType: 'text/plain', text: 'X' } }],
    ],
    [
      'embeddedResource of bytes',
      embeddedResource({ uri: 'app://x', blob: bytes }, { annotations: { priority: 1 } }),
      [{ type: 'resource', resource: { uri: 'app://x', blob: 'AAEC+vs=' }, annotations: { priority: 1 } }],
    ],
    ['no results', results([]), []],
    [
      'results',
      results(['Found:', resourceLink('app://x', 'x'), error('but'), results(['nested'])]),
      [
        { type: 'text', text: 'Found:' },
        { type: 'resource_link', uri: 'app://x', name: 'x' },
        { type: 'text', text: 'but' },
        { type: 'text', text: 'nested' },
      ],
    ],
  ])('%s', async (_, value, content) => {
    expect(await resultOf(value)).toEqual({ content });
  });

  test('keys without a value are not sent', async () => {
    const details = { title: undefined, description: null, mimeType: 'text/html' } as unknown as { mimeType: string };
    expect(await resultOf(resourceLink('app://x', 'x', details))).toEqual({
      content: [{ type: 'resource_link', uri: 'app://x', name: 'x', mimeType: 'text/html' }],
    });
  });

  test('what is no item cannot be one', () => {
    expect(() => results([5 as unknown as string])).toThrow(TypeError);
    expect(() => results([structured({})])).toThrow(TypeError);
    expect(() => withMeta({} as unknown as ReturnType<typeof text>, {})).toThrow(TypeError);
  });

  test('bytes of any number become Base64', async () => {
    for (const length of [0, 1, 2, 3, 24_575, 24_576, 24_577, 100_000]) {
      const data = Uint8Array.from({ length }, (_, index) => (index * 31) % 256);
      const result = await resultOf(image(data, 'image/png'));
      expect(result['content'][0].data).toBe(Buffer.from(data).toString('base64'));
    }
  });
});

describe('structured content (2025-11-25 server/tools, structured content)', () => {
  const validators = async () => ({
    input: anything,
    output: makeValidator((value: { q?: unknown }) =>
      typeof value === 'object' && value !== null && typeof value.q === 'number'
        ? []
        : [{ instancePath: '/q', keyword: 'type', params: { type: 'number' } }],
    ),
  });

  test.each([
    ['a value', { q: 5 }],
    ['a value made with a builder', structured({ q: 5 })],
  ])('%s goes out with its text', async (_, value) => {
    const expected = { content: [{ type: 'text', text: '{"q":5}' }], structuredContent: { q: 5 } };
    expect(await resultOf(value, '2025-06-18', { validators })).toEqual(expected);
    expect(await resultOf(value, '2025-03-26', { validators })).toEqual({ content: expected.content });
    expect(await resultOf(value, '2024-11-05', { validators })).toEqual({ content: expected.content });
  });

  test('items stand in for the text', async () => {
    const value = structured({ q: 25 }, [text('It is 25')]);
    expect(await resultOf(value, '2025-11-25', { validators })).toEqual({
      ...plain('It is 25'),
      structuredContent: { q: 25 },
    });
    expect(await resultOf(value, '2024-11-05', { validators })).toEqual(plain('It is 25'));
  });

  test.each([
    ['a value', { q: 'x' }, '- q: must be a number, got "x"'],
    ['a structured value', structured({ q: 'x' }), '- q: must be a number, got "x"'],
    ['null', null, '- q: must be a number, got undefined'],
  ])('%s that does not fit is an error that says why', async (_, value, problem) => {
    expect(await resultOf(value, '2025-11-25', { validators })).toEqual(
      failure(`Tool "probe" returned a result that does not fit its output schema:\n${problem}`),
    );
    expect(reports).toHaveLength(1);
  });

  test.each([
    ['nothing', undefined],
    ['a function', () => 1],
  ])('%s is an error', async (_, value) => {
    expect(await resultOf(value, '2025-11-25', { validators })).toMatchObject({ isError: true });
  });

  test.each([
    ['text', text('x')],
    ['results', results([])],
  ])('%s alone is not enough', async (_, value) => {
    expect(await resultOf(value, '2025-11-25', { validators })).toEqual(
      failure('Tool "probe" has an output schema but returned no structured content'),
    );
  });

  test('what is sent is what is checked: toJSON and undefined keys', async () => {
    const strict = async () => ({
      input: anything,
      output: makeValidator((value: object) =>
        Object.keys(value).join() === 'q' ? [] : [{ instancePath: '', keyword: 'x', params: {} }],
      ),
    });
    const expected = { content: [{ type: 'text', text: '{"q":5}' }], structuredContent: { q: 5 } };
    expect(await resultOf({ q: 5, z: undefined }, '2025-11-25', { validators: strict })).toEqual(expected);
    expect(await resultOf({ toJSON: () => ({ q: 5 }) }, '2025-11-25', { validators: strict })).toEqual(expected);
  });

  test.each(revisions)('a value that is no object, in %s', async (revision) => {
    const free = { validators: async () => ({ input: anything, output: anything }), wrapsLegacyOutput: true as const };
    const result = await resultOf([1, 'x'], revision, free);
    const shown = (value: string) => [{ type: 'text', text: value }];
    const { content, structuredContent } = result;
    expect({ content, structuredContent }).toEqual(
      {
        '2024-11-05': { content: shown('[1,"x"]'), structuredContent: undefined },
        '2025-03-26': { content: shown('[1,"x"]'), structuredContent: undefined },
        '2025-06-18': { content: shown('{"result":[1,"x"]}'), structuredContent: { result: [1, 'x'] } },
        '2025-11-25': { content: shown('{"result":[1,"x"]}'), structuredContent: { result: [1, 'x'] } },
        '2026-07-28': { content: shown('[1,"x"]'), structuredContent: [1, 'x'] },
      }[revision],
    );
  });

  test('the builder works without an output schema; legacy clients still get an object', async () => {
    expect(await resultOf(structured({ a: 1 }))).toMatchObject({ structuredContent: { a: 1 } });
    expect(await resultOf(structured(null))).toMatchObject({ structuredContent: { result: null } });
    expect(await resultOf(structured(null), '2026-07-28')).toMatchObject({ structuredContent: null });
  });
});

describe('what each revision gets of content', () => {
  const annotations = { priority: 1, lastModified: '2025-01-12T15:00:58Z' };
  const everything = results([
    text('t', { annotations, _meta: { a: 1 } }),
    text('u', { annotations: { lastModified: '2025-01-12T15:00:58Z' } }),
    text('v', { annotations: 7 as never }),
    audio('QUJD', 'audio/wav'),
    resourceLink('app://x', 'x', { title: 'X', icons: [] }),
    embeddedResource({ uri: 'app://y', text: 'y', _meta: { a: 1 } } as unknown as { uri: string; text: string }, {
      annotations,
      _meta: { a: 1 },
    }),
  ]);
  const old = [
    { type: 'text', text: 't', annotations: { priority: 1 } },
    { type: 'text', text: 'u' },
    { type: 'text', text: 'v', annotations: 7 },
    { type: 'audio', data: 'QUJD', mimeType: 'audio/wav' },
    { type: 'text', text: 'x: app://x' },
    { type: 'resource', resource: { uri: 'app://y', text: 'y' }, annotations: { priority: 1 } },
  ];
  const recent = [
    { type: 'text', text: 't', annotations, _meta: { a: 1 } },
    { type: 'text', text: 'u', annotations: { lastModified: '2025-01-12T15:00:58Z' } },
    { type: 'text', text: 'v', annotations: 7 },
    { type: 'audio', data: 'QUJD', mimeType: 'audio/wav' },
    { type: 'resource_link', uri: 'app://x', name: 'x', title: 'X' },
    { type: 'resource', resource: { uri: 'app://y', text: 'y', _meta: { a: 1 } }, annotations, _meta: { a: 1 } },
  ];
  const latest = recent.with(4, { type: 'resource_link', uri: 'app://x', name: 'x', title: 'X', icons: [] } as never);

  test.each([
    ['2024-11-05', old.with(3, { type: 'text', text: '[audio, audio/wav]' })],
    ['2025-03-26', old],
    ['2025-06-18', recent],
    ['2025-11-25', latest],
    ['2026-07-28', latest],
  ])('%s', async (revision, content) => {
    expect((await resultOf(everything, revision))['content']).toEqual(content);
  });
});
