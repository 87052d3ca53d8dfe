import { describe, expect, test } from 'vitest';
import type { HandlerContext } from '../../runtime/index.js';
import { ableClient, named, nameSchema, textOf, type Asking } from './asking.js';
import { makeDefinition, makeHandlers, makeTool, oneTool } from './fixture-server.js';
import { makeGate } from './task-client.js';
import {
  answerTo,
  cancellation,
  converse,
  initialize,
  initialized,
  request,
  talk,
  turn,
  type Conversation,
  type Subject,
  type Wire,
} from './wire.js';

const hello = (revision: string, capabilities: object = ableClient): Wire =>
  initialize('hello', revision, capabilities);
const reply = (id: string, result: unknown): Wire => ({ jsonrpc: '2.0', id, result });
const call = (id: unknown): Wire => request(id, 'tools/call', { name: 'probe', arguments: {} });

const greet: Asking = async (_, { elicit }) => {
  const answer = await elicit('What is your name?', nameSchema, { key: 'user_name' });
  return answer.action === 'accept' ? `Hello, ${answer.content['name']}!` : answer.action;
};

/** Opens a conversation and calls the tool. */
async function begin(subject: Subject, revision = '2025-11-25', capabilities: object = ableClient) {
  const opened = converse(subject);
  await opened.ask(hello(revision, capabilities));
  opened.send(initialized, call(1));
  return opened;
}

describe.each(['2025-06-18', '2025-11-25'])('a question in %s (client/elicitation)', (revision) => {
  test('is a request, and its answer the handler goes on with', async () => {
    const opened = await begin(oneTool(greet), revision);
    expect(await opened.next()).toEqual({
      jsonrpc: '2.0',
      id: 'elicit_1',
      method: 'elicitation/create',
      params: {
        message: 'What is your name?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
    });
    expect(textOf(await opened.ask(reply('elicit_1', named('Alice'))))).toBe('Hello, Alice!');
  });

  test('does not keep other requests from being served, nor other answers from being ignored', async () => {
    const opened = await begin(oneTool(greet), revision);
    await opened.next();
    opened.send(reply('elicit_2', named('Mallory')), reply('elicit_0', named('Mallory')), { ...reply('x', {}), id: 1 });
    expect(await opened.ask(request(2, 'ping'))).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
    opened.send(reply('elicit_1', named('Bob')), reply('elicit_1', named('Mallory')));
    expect(textOf(await opened.next())).toBe('Hello, Bob!');
  });

  test('is taken back when its request is cancelled', async () => {
    const seen: string[] = [];
    const opened = await begin(
      oneTool(async (_, { elicit }) => {
        seen.push((await elicit('Well?', nameSchema)).action);
      }),
      revision,
    );
    await opened.next();
    expect(await opened.ask(cancellation(1))).toEqual(
      cancellation('elicit_1', { reason: 'The originating request has ended' }),
    );
    expect(await opened.end()).toEqual([]);
    expect(seen).toEqual(['cancel']);
  });

  test('is taken back when the handler does not wait for it', async () => {
    const asked = makeGate();
    const opened = await begin(
      oneTool(async (_, { elicit }) => {
        void elicit('Well?', nameSchema);
        await asked.opened;
        return 'done';
      }),
      revision,
    );
    expect((await opened.next())['id']).toBe('elicit_1');
    asked.open();
    expect((await opened.next())['method']).toBe('notifications/cancelled');
    expect(textOf(await opened.next())).toBe('done');
  });

  test('is taken back when its time is up, and an answer that comes later is ignored', async () => {
    const hasty: Asking = async (_, { elicit }) => (await elicit('Quick!', nameSchema, { timeoutMs: 20 })).action;
    const opened = await begin(oneTool(hasty), revision);
    expect((await opened.next())['id']).toBe('elicit_1');
    expect(await opened.next()).toEqual(cancellation('elicit_1', { reason: 'Timed out' }));
    expect(textOf(await opened.next())).toBe('cancel');
    opened.send(reply('elicit_1', named('Late')), call(2));
    expect((await opened.next())['id']).toBe('elicit_2');
    expect(textOf(await opened.ask(reply('elicit_2', named('Bob'))))).toBe('accept');
  });

  test('is not asked when input has ended and there is no answer', async () => {
    const slow = oneTool(async (_, context) => {
      await turn();
      return greet({}, context);
    });
    const answers = await talk(slow, [hello(revision), call(1)]);
    expect(answers.map(({ id }) => id as unknown)).toEqual(['hello', 1]);
    expect(textOf(answers[1])).toBe('cancel');
  });
});

describe.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('in %s (basic/lifecycle)', (revision) => {
  const asking = oneTool(async (_, { roots }) => JSON.stringify(await roots()));

  // A server SHOULD NOT do so; a client that calls a tool has begun to operate, and would wait for nothing.
  test('a question of a request that comes before notifications/initialized is asked at once', async () => {
    const opened = converse(asking);
    await opened.ask(hello(revision));
    expect(await opened.ask(call(1))).toEqual({ jsonrpc: '2.0', id: 'roots_1', method: 'roots/list' });
    expect(textOf(await opened.ask(reply('roots_1', { roots: [] })))).toBe('[]');
    opened.send(initialized);
    expect(await opened.ask(call(2))).toEqual({ jsonrpc: '2.0', id: 'roots_2', method: 'roots/list' });
    expect(textOf(await opened.ask(reply('roots_2', { roots: [] })))).toBe('[]');
    expect(await opened.end()).toEqual([]);
  });

  test('an answer that was written in advance needs no notifications/initialized', async () => {
    const answers = await talk(asking, [hello(revision), call(1), reply('roots_1', { roots: [] })]);
    expect(answers.map(({ id }) => id as unknown)).toEqual(['hello', 'roots_1', 1]);
    expect(textOf(answers[2])).toBe('[]');
  });
});

describe('what a revision knows of questions', () => {
  const choices: Asking = async (_, { elicit }) =>
    JSON.stringify(
      await elicit('Which?', {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          size: {
            type: 'string',
            oneOf: [
              { const: 's', title: 'Small' },
              { const: 'l', title: 'Large' },
            ],
            default: 's',
          },
          name: { type: 'string', default: 'x', pattern: '^x' },
          count: { type: 'integer', default: 1, minimum: 0 },
          gift: { type: 'boolean', default: true },
        },
      }),
    );

  test('2025-06-18: titles of choices are enumNames, only booleans have defaults, and there are no patterns', async () => {
    const opened = await begin(oneTool(choices), '2025-06-18');
    expect((await opened.next())['params'].requestedSchema).toEqual({
      type: 'object',
      properties: {
        size: { type: 'string', enum: ['s', 'l'], enumNames: ['Small', 'Large'] },
        name: { type: 'string' },
        count: { type: 'integer', minimum: 0 },
        gift: { type: 'boolean', default: true },
      },
    });
  });

  test('2025-11-25: the schema goes out as it was written', async () => {
    const opened = await begin(oneTool(choices), '2025-11-25');
    expect((await opened.next())['params'].requestedSchema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      properties: {
        size: { default: 's', oneOf: [{ const: 's', title: 'Small' }, {}] },
        name: { default: 'x', pattern: '^x' },
      },
    });
  });

  const page: Asking = async (_, { elicit }) => JSON.stringify(await elicit('Pay', { url: 'https://example.com/pay' }));

  test('2025-11-25: a page has an id', async () => {
    const opened = await begin(oneTool(page));
    expect((await opened.next())['params']).toEqual({
      mode: 'url',
      message: 'Pay',
      url: 'https://example.com/pay',
      elicitationId: expect.stringMatching(/^[\da-f-]{36}$/u),
    });
    expect(textOf(await opened.ask(reply('elicit_1', { action: 'accept', content: { any: 1 } })))).toBe(
      '{"action":"accept"}',
    );
  });

  const several: Asking = async (_, { elicit }) =>
    (
      await elicit('Which?', {
        type: 'object',
        properties: { c: { type: 'array', items: { type: 'string', enum: ['a'] } } },
      })
    ).action;
  const sample: Asking = async (_, context) => (await context.sample({ messages: [], maxTokens: 1 })).model;
  const sampleTools: Asking = async (_, context) =>
    (await context.sample({ messages: [], maxTokens: 1, toolChoice: { mode: 'none' } })).model;
  const roots: Asking = async (_, context) => JSON.stringify(await context.roots());

  test.each([
    [
      '2024-11-05',
      'a form',
      greet,
      ableClient,
      'Elicitation failed: protocol version 2024-11-05 does not support elicitation',
    ],
    [
      '2025-03-26',
      'a form',
      greet,
      ableClient,
      'Elicitation failed: protocol version 2025-03-26 does not support elicitation',
    ],
    [
      '2025-06-18',
      'a page',
      page,
      ableClient,
      'Elicitation failed: protocol version 2025-06-18 does not support URL mode elicitation',
    ],
    [
      '2025-06-18',
      'several choices',
      several,
      ableClient,
      'Elicitation failed: protocol version 2025-06-18 does not support multi-select fields in elicitation',
    ],
    [
      '2025-06-18',
      'tools in sampling',
      sampleTools,
      { sampling: { tools: {} } },
      'Sampling failed: protocol version 2025-06-18 does not support tools in sampling',
    ],
    [
      '2025-11-25',
      'a form without the capability',
      greet,
      {},
      'Elicitation failed: the client does not declare the capability elicitation.form',
    ],
    [
      '2025-11-25',
      'a page of a client that has forms',
      page,
      { elicitation: {} },
      'Elicitation failed: the client does not declare the capability elicitation.url',
    ],
    [
      '2025-11-25',
      'sampling without the capability',
      sample,
      {},
      'Sampling failed: the client does not declare the capability sampling',
    ],
    [
      '2025-11-25',
      'roots without the capability',
      roots,
      {},
      'Listing roots failed: the client does not declare the capability roots',
    ],
  ])('%s: %s is not asked for', async (revision, _, handler, capabilities, text) => {
    const answers = await talk(oneTool(handler), [hello(revision, capabilities), call(1)]);
    expect(answers).toHaveLength(2);
    expect(answers[1]?.['result']).toEqual({ content: [{ type: 'text', text }], isError: true });
  });

  test('a handler that can do without is told', async () => {
    const subject = oneTool(async (_, { elicit }) =>
      JSON.stringify(await elicit('Well?', nameSchema, { unavailable: 'cancel' })),
    );
    const answers = await talk(subject, [hello('2025-11-25', {}), call(1)]);
    expect(textOf(answers[1])).toBe('{"action":"cancel"}');
  });

  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    '%s: messages and roots of the client can be asked for (client/sampling, client/roots)',
    async (revision) => {
      const subject = oneTool(async (_, context) =>
        JSON.stringify(await Promise.all([context.sample({ messages: [], maxTokens: 1 }), context.roots()])),
      );
      const opened = await begin(subject, revision);
      expect([await opened.next(), await opened.next()]).toEqual([
        { jsonrpc: '2.0', id: 'sample_1', method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } },
        { jsonrpc: '2.0', id: 'roots_1', method: 'roots/list' },
      ]);
      const written = { role: 'assistant', content: { type: 'text', text: 'x' }, model: 'm' };
      opened.send(reply('roots_1', { roots: [{ uri: 'file:///a', name: 'A' }] }), reply('sample_1', written));
      expect(JSON.parse(textOf(await opened.next()))).toEqual([written, [{ uri: 'file:///a', name: 'A' }]]);
      await opened.end();
    },
  );

  test.each([
    ['2025-06-18', { sampling: {} }, 'thisServer'],
    ['2025-11-25', { sampling: {} }, undefined],
    ['2025-11-25', { sampling: { context: {} } }, 'thisServer'],
  ])('%s: context is asked for where it may be (%j)', async (revision, capabilities, expected) => {
    const asking: Asking = (_, context) => context.sample({ messages: [], maxTokens: 1, includeContext: 'thisServer' });
    const opened = await begin(oneTool(asking), revision, capabilities);
    expect((await opened.next())['params'].includeContext).toBe(expected);
  });

  const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'u', name: 't', input: {} }] } as const;
  const result = { type: 'tool_result', toolUseId: 'u', content: [] } as const;
  const hi = { type: 'text', text: 'Hi' } as const;

  test.each([
    ['uses without results', [use]],
    ['uses that are not followed by results', [use, { role: 'user', content: hi }]],
    ['results of other uses', [use, { role: 'user', content: { ...result, toolUseId: 'v' } }]],
    ['results without uses', [{ role: 'user', content: result }]],
    ['results beside other content', [use, { role: 'user', content: [result, hi] }]],
  ] as const)('messages with %s are not sent', async (_, messages) => {
    const asking: Asking = (_input, context) => context.sample({ messages, maxTokens: 1 });
    const answers = await talk(oneTool(asking), [hello('2025-11-25'), call(1)]);
    expect(answers).toHaveLength(2);
    expect(textOf(answers[1])).toMatch(/messages\[\d\]/u);
  });

  test('2025-03-26: answers may come in a batch', async () => {
    const opened = await begin(
      oneTool(async (_, context) => JSON.stringify(await context.roots())),
      '2025-03-26',
    );
    await opened.next();
    const answers = [
      await opened.ask([reply('roots_1', { roots: [] }), request(2, 'ping')]),
      await opened.next(),
    ].flat();
    expect(textOf(answerTo(1, answers))).toBe('[]');
  });

  test('2025-03-26: calls of a batch ask before the batch is answered', async () => {
    const asking: Asking = async (_, context) => JSON.stringify(await context.roots());
    const opened = converse(oneTool(asking));
    await opened.ask(hello('2025-03-26'));
    opened.send(initialized);
    expect(await opened.ask([call(1), request(2, 'ping')])).toEqual({
      jsonrpc: '2.0',
      id: 'roots_1',
      method: 'roots/list',
    });
    const answers = (await opened.ask(reply('roots_1', { roots: [] }))) as unknown as readonly Wire[];
    expect(answers).toHaveLength(2);
    expect(textOf(answerTo(1, answers))).toBe('[]');
    expect(answerTo(2, answers)).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
  });
});

const askings = {
  roots: async (_: unknown, context: HandlerContext) => JSON.stringify(await context.roots()),
  sample: async (_: unknown, context: HandlerContext) =>
    JSON.stringify(await context.sample({ messages: [], maxTokens: 1 })),
};
type Asked = keyof typeof askings;
const said = { role: 'assistant', content: { type: 'text', text: 'Hi' }, model: 'm' };

test.each<[asked: Asked, answer: Wire]>([
  ['roots', { result: { roots: [{ uri: 'file:///a' }, { uri: 'file:///b', name: 'b' }] } }],
  ['sample', { result: said }],
  ['sample', { result: { ...said, role: 'user' } }],
  ['sample', { result: { ...said, content: [said.content, said.content] } }],
])('a question for %s takes the answer %j', async (asked, answer) => {
  const opened = await begin(oneTool(askings[asked]));
  const { id } = await opened.next();
  const text = textOf(await opened.ask({ jsonrpc: '2.0', id, ...answer }));
  expect(JSON.parse(text)).toEqual(answer['result'].roots ?? answer['result']);
});

const unusable = 'The client sent an invalid response to %';

test.each<[asked: Asked, answer: Wire, text: string]>([
  ['roots', { result: {} }, unusable],
  ['roots', { result: { roots: 7 } }, unusable],
  ['roots', { result: { roots: [7] } }, unusable],
  ['roots', { result: { roots: [{ uri: 'file:///a' }, {}] } }, unusable],
  ['roots', { result: { roots: [{ uri: 7 }] } }, unusable],
  ['roots', { result: 7 }, unusable],
  ['roots', { error: { code: 1 } }, unusable],
  ['roots', { error: 'no' }, unusable],
  ['roots', { error: { code: 1, message: 7 } }, unusable],
  ['roots', { error: { code: 1, message: 'n'.repeat(300) } }, `The client refused %: ${'n'.repeat(200)}`],
  ['sample', { result: {} }, unusable],
  ['sample', { result: null }, unusable],
  ['sample', { result: { ...said, role: 'system' } }, unusable],
  ['sample', { result: { ...said, content: 'Hi' } }, unusable],
  ['sample', { result: { ...said, content: [said.content, 7] } }, unusable],
  ['sample', { result: { ...said, model: undefined } }, unusable],
  ['sample', { error: { code: -1, message: 'No' } }, 'The client refused %: No'],
])('a question for %s does not take the answer %j', async (asked, answer, text) => {
  const opened = await begin(oneTool(askings[asked]));
  const { id, method } = await opened.next();
  const { result } = await opened.ask({ jsonrpc: '2.0', id, ...answer });
  expect(result).toEqual({ content: [{ type: 'text', text: text.replace('%', method) }], isError: true });
});

test.each([{}, { sampling: {} }])('a client that declares %j is not asked to use tools', async (capabilities) => {
  const toolChoice = { mode: 'none' } as const;
  const asking: Asking = async (_, context) => context.sample({ messages: [], maxTokens: 1, toolChoice });
  const opened = await begin(oneTool(asking), '2025-11-25', capabilities);
  expect(textOf(await opened.next())).toMatch(/^Sampling failed: the client does not declare/u);
});

test('a handler may name its questions in the definition', async () => {
  const elicitations = {
    confirm: {
      message: ['Order ', 'title', '?'],
      requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
    },
    pay: { message: ['Pay'], url: ['https://example.com/', 'order', ''] },
  } as const;
  const subject: Subject = {
    definition: makeDefinition({ tools: [makeTool('probe', { elicitations })] }),
    handlers: makeHandlers({
      tools: {
        probe: async (
          _: unknown,
          { elicitations }: { elicitations: Record<string, (values: object) => Promise<unknown>> },
        ) =>
          JSON.stringify([
            await elicitations['confirm']?.({ title: '{{title}}' }),
            await elicitations['pay']?.({ order: 'a/b?' }),
          ]),
      },
    }),
  };
  const opened: Conversation = await begin(subject);
  expect((await opened.next())['params'].message).toBe('Order {{title}}?');
  expect((await opened.ask(reply('elicit_1', { action: 'accept', content: { ok: true } })))['params'].url).toBe(
    'https://example.com/a%2Fb%3F',
  );
  expect(JSON.parse(textOf(await opened.ask(reply('elicit_2', { action: 'decline' }))))).toEqual([
    { action: 'accept', content: { ok: true } },
    { action: 'decline' },
  ]);
});
