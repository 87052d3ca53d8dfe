import { expect, test } from 'vitest';
import { ableClient, type Asking } from './asking.js';
import { oneTool } from './fixture-server.js';
import { converse, initialize, initialized, request, type Conversation, type Wire } from './wire.js';

const mail = `${'m'.repeat(309)}@example.or`;

/** Fields of a form, with values that fit, and reasons why others do not. */
const fields: readonly (readonly [
  title: string,
  field: object,
  good: readonly unknown[],
  wrong: readonly (readonly [reason: string, ...values: readonly unknown[]])[],
])[] = [
  ['a boolean', { type: 'boolean' }, [true, false], [['be a boolean', 'true', 0, null]]],
  ['a number', { type: 'number' }, [0, -1.5, 1e300], [['be a number', '1']]],
  [
    'a number in bounds',
    { type: 'number', minimum: -1, maximum: 2 },
    [-1, 0.5, 2],
    [
      ['be at least -1', -1.1],
      ['be at most 2', 2.1],
    ],
  ],
  ['an integer', { type: 'integer' }, [3, -4], [['be an integer', 3.5, true]]],
  ['a text', { type: 'string' }, ['', 'x'.repeat(1000)], [['be a string', 1]]],
  [
    'a text of a length',
    { type: 'string', minLength: 2, maxLength: 3 },
    ['ab', 'abc', '😀😀'],
    [
      ['have at least 2 characters', 'a', '😀'],
      ['have at most 3 characters', 'abcd'],
    ],
  ],
  ['a text with a pattern', { type: 'string', pattern: '^.$' }, ['a', '😀'], [['match the pattern ^.$', 'ab', '']]],
  [
    'an e-mail address',
    { type: 'string', format: 'email' },
    ['a@b', mail],
    [['be an email address', 'a', 'a@b@c', 'a b@c', 'a@b c', `m${mail}`]],
  ],
  [
    'a URI',
    { type: 'string', format: 'uri' },
    ['https://example.com/a?b#c', 'urn:isbn:1', 'A1+.-:x'],
    [['be a URI', 'example.com', 'https://a b', '1a:b', 'a:', 'see urn:isbn:1', 'https://[']],
  ],
  [
    'a date',
    { type: 'string', format: 'date' },
    ['2025-12-31', '2024-02-29'],
    [['be a date such as 2025-12-31', '2025-02-29', '2025-13-01', '2025-1-1', 'x2025-12-31', '2025-12-31Z']],
  ],
  [
    'a date and time',
    { type: 'string', format: 'date-time' },
    [
      '2025-12-31T23:59:60Z',
      '2025-12-31t19:00:00.25z',
      '2025-12-31 20:30:00+23:59',
      '2025-12-31T00:00:00-00:00',
      '2025-12-31T10:10:10.1+09:30',
    ],
    [
      [
        'be a date and time such as 2025-12-31T23:59:59Z',
        '2025-12-31',
        '2025-12-31T',
        '2025-02-29T00:00:00Z',
        '2025-12-31T24:00:00Z',
        '2025-12-31T23:60:00Z',
        '2025-12-31T23:59:61Z',
        '2025-12-31T23:59:59',
        '2025-12-31T23:59:59+24:00',
        '2025-12-31T23:59:59+0100',
        '2025-12-31T23:59:59.Z',
        '2025-12-31T23:59:59Zx',
        'x2025-12-31T23:59:59Z',
        '2025-12-31Tx23:59:59Z',
        '2025-12-31_23:59:59Z',
      ],
    ],
  ],
  ['a choice', { type: 'string', enum: ['red', 'blue'] }, ['red', 'blue'], [['be one of "red", "blue"', 'green', '']]],
  ['a choice with titles', { type: 'string', oneOf: [{ const: 'r', title: 'Red' }] }, ['r'], [['be "r"', 'Red']]],
  [
    'choices',
    { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, minItems: 1, maxItems: 2 },
    [['a'], ['b', 'c']],
    [
      ['be an array', 'a'],
      ['[1] must be one of "a", "b", "c"', ['a', 'x']],
      ['not be empty', []],
      ['have at most 2 items', ['a', 'b', 'c']],
    ],
  ],
  [
    'at most one choice',
    { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 1 },
    [['a']],
    [['have at most 1 item', ['a', 'b']]],
  ],
  [
    'choices with titles',
    { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } },
    [[], ['a', 'a']],
    [['[0] must be "a"', ['A']]],
  ],
];

/** A client of a tool that asks for the value of one field, and what the tool was answered. */
async function openForm(field: object): Promise<{ readonly talk: Conversation; readonly answers: unknown[] }> {
  const answers: unknown[] = [];
  const schema = { type: 'object', properties: { it: field, other: { type: 'string' } }, required: ['it'] } as never;
  const asking: Asking = async (_, { elicit }) => void answers.push(await elicit('Well?', schema));
  const talk = converse(oneTool(asking));
  await talk.ask(initialize(0, '2025-11-25', ableClient));
  talk.send(initialized);
  return { talk, answers };
}

const call = request(1, 'tools/call', { name: 'probe', arguments: {} });
const reply = ({ id }: Wire, content: unknown): Wire => ({ jsonrpc: '2.0', id, result: { action: 'accept', content } });

test.each(fields)(
  'the value of %s is checked (2025-11-25 client/elicitation#security)',
  async (_, field, good, wrong) => {
    const { talk, answers } = await openForm(field);
    for (const it of good) {
      expect((await talk.ask(reply(await talk.ask(call), { it })))['id']).toBe(1);
      expect(answers.pop()).toEqual({ action: 'accept', content: { it } });
    }
    for (const [reason, it] of wrong.flatMap(([why, ...values]) => values.map((value) => [why, value] as const))) {
      const again = await talk.ask(reply(await talk.ask(call), { it }));
      expect(again['params'].message).toBe(
        `Well?\n\nThe previous response was invalid: it${reason.startsWith('[') ? '' : ' must '}${reason}`,
      );
      await talk.ask(reply(again, { it: good[0] }));
      expect(answers.pop()).toEqual({ action: 'accept', content: { it: good[0] } });
    }
  },
);

test('of a form only its own fields are read, and all reasons are told at once', async () => {
  const { talk, answers } = await openForm({ type: 'string' });
  const content = { it: 'a', other: 'b', more: 'c' };
  await talk.ask(reply(await talk.ask(call), content));
  expect(answers.pop()).toEqual({ action: 'accept', content: { it: 'a', other: 'b' } });
  for (const [value, reason] of [
    [{ other: 1 }, 'it is required; other must be a string'],
    [undefined, 'it is required'],
    [[], 'it must be an object'],
    ['it', 'it must be an object'],
  ] as const) {
    const again = await talk.ask(reply(await talk.ask(call), value));
    expect(again['params'].message).toBe(`Well?\n\nThe previous response was invalid: ${reason}`);
    await talk.ask(reply(again, { it: 'a' }));
  }
});

const wrongForms: readonly (readonly [schema: unknown, reason: string])[] = [
  [{ type: 'string', properties: {} }, 'its type must be "object"'],
  [{ type: 'object' }, 'it must have properties'],
  [{ type: 'object', properties: [] }, 'it must have properties'],
  [
    { type: 'object', properties: {}, required: ['x'] },
    '"required" must be an array of property names from the schema',
  ],
  [{ type: 'object', properties: {}, required: 'x' }, '"required" must be an array of property names from the schema'],
  [
    { type: 'object', properties: { x: { type: 'string' } }, required: [1] },
    '"required" must be an array of property names from the schema',
  ],
  ...[
    null,
    {},
    { type: 'object' },
    { type: 'null' },
    { type: 'string', format: 'ipv4' },
    { type: 'string', pattern: '(' },
    { type: 'string', pattern: 1 },
    { type: 'string', enum: [1] },
    { type: 'string', enum: 'a' },
    { type: 'string', oneOf: ['a'] },
    { type: 'string', oneOf: {} },
    { type: 'string', oneOf: [{ const: 1, title: 'a' }] },
    { type: 'string', oneOf: [{ const: 'a' }] },
    { type: 'array' },
    { type: 'array', items: {} },
    { type: 'array', items: { type: 'string' } },
    { type: 'array', items: { enum: ['a'] } },
    { type: 'array', items: { type: 'string', enum: [1] } },
    { type: 'array', items: { anyOf: [{ const: 'a' }] } },
  ].map(
    (x) =>
      [
        { type: 'object', properties: { a: { type: 'string' }, x } },
        '"x" must be a string, number, boolean or enum field',
      ] as const,
  ),
];

test.each(wrongForms)('a form that clients cannot show is refused: %j', async (schema, reason) => {
  const problems: string[] = [];
  const asking: Asking = async (_, { elicit }) => {
    await elicit('Well?', schema as never).catch((error: Error) => problems.push(`${error.name}: ${error.message}`));
  };
  const talk = converse(oneTool(asking));
  await talk.ask(initialize(0, '2025-11-25', ableClient));
  talk.send(initialized);
  await talk.ask(call);
  expect(problems).toEqual([`TypeError: An elicitation schema must be flat: ${reason}`]);
});
