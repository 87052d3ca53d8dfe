import { describe, expect, test } from 'vitest';
import { audio, embeddedResource, image, resourceLink, results, text } from '../../runtime/index.js';
import type { Asking } from './asking.js';
import { makeDefinition, makeHandlers, makeTool, oneTool } from './fixture-server.js';
import { ask, isModern, revisions } from './revision-client.js';
import { findIllegal } from './sent-members.js';
import { converse, initialize, talk, type Conversation, type Subject, type Wire } from './wire.js';

const annotations = { audience: ['user'], priority: 1, lastModified: '2026-01-01T00:00:00Z' } as const;
const extras = { annotations, _meta: { 'example.com/a': 1 } };
const png = { type: 'image', data: 'QUJD', mimeType: 'image/png' };
const wav = { type: 'audio', data: 'QUJD', mimeType: 'audio/wav' };
const able = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };

/** Opens a conversation with a client of a revision that can be asked everything. */
async function open(revision: string, subject: Subject): Promise<Conversation> {
  const opened = converse(subject);
  if (isModern(revision)) return opened;
  const hello = initialize('hello', revision);
  await opened.ask({ ...hello, params: { ...hello['params'], capabilities: able } });
  opened.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return opened;
}

/** The questions of a handler as they are sent, or the text of its result. */
async function askIn(revision: string, handler: Asking): Promise<readonly Wire[] | string> {
  const opened = await open(revision, oneTool(handler));
  const meta = { 'io.modelcontextprotocol/clientCapabilities': able };
  const first = await opened.ask(ask(revision, 1, 'tools/call', { name: 'probe' }, isModern(revision) ? meta : {}));
  const { result } = first;
  if (result === undefined) return [first];
  if (result.resultType === 'input_required') return Object.values(result.inputRequests as Record<string, Wire>);
  return result.content[0].text as string;
}

/** Members of questions that are illegal in a revision. */
function findFaults(revision: string, questions: readonly Wire[] | string): readonly string[] {
  if (typeof questions === 'string') return [questions];
  return questions.flatMap(({ method, params }) => findIllegal(params ?? {}, method as string, revision));
}

describe.each(revisions)('sampling requests are lowered to %s', (revision) => {
  const sample = (content: unknown): Asking => {
    return async (_, context) => JSON.stringify(await context.sample({ maxTokens: 5, messages: [content] as never }));
  };
  const isOld = revision < '2025-11-25';
  const known = revision < '2025-06-18' ? { annotations: { audience: ['user'], priority: 1 } } : extras;

  test('annotations and _meta', async () => {
    const handler = sample({ role: 'user', content: { type: 'text', text: 'a', ...extras } });
    const questions = await askIn(revision, handler);
    expect(findFaults(revision, questions)).toEqual([]);
    expect((questions[0] as Wire)['params']).toEqual({
      maxTokens: 5,
      messages: [{ role: 'user', content: { type: 'text', text: 'a', ...known } }],
    });
  });

  test('a message of several blocks becomes several messages where a message has one', async () => {
    const block = { type: 'text', text: 'a' };
    const handler = sample({ role: 'user', content: [block, png], _meta: { 'example.com/a': 1 } });
    const questions = await askIn(revision, handler);
    expect(findFaults(revision, questions)).toEqual([]);
    expect((questions[0] as Wire)['params'].messages).toEqual(
      isOld
        ? [
            { role: 'user', content: block },
            { role: 'user', content: png },
          ]
        : [{ role: 'user', content: [block, png], _meta: { 'example.com/a': 1 } }],
    );
  });

  test('audio, which 2024-11-05 does not have', async () => {
    const questions = await askIn(revision, sample({ role: 'user', content: wav }));
    if (revision === '2024-11-05') {
      const message = 'The client cannot be asked: protocol version 2024-11-05 has no audio in sampling';
      expect(questions).toBe(message);
    } else {
      expect(findFaults(revision, questions)).toEqual([]);
    }
  });

  test('results of tools, which are known since 2025-11-25', async () => {
    const handler: Asking = async (_, context) =>
      JSON.stringify(
        await context.sample({
          maxTokens: 5,
          messages: [
            { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b', input: {} }] },
            {
              role: 'user',
              content: [{ type: 'tool_result', toolUseId: 'a', content: [{ type: 'text', text: 'c' }] }],
            },
          ],
        }),
      );
    const questions = await askIn(revision, handler);
    const message = `The client cannot be asked: protocol version ${revision} has no tools in sampling`;
    expect(findFaults(revision, questions)).toEqual(isOld ? [message] : []);
  });

  test.each([
    ['a resource', { role: 'user', content: { type: 'resource', resource: { uri: 'a:b', text: '' } } }],
    ['an image without data', { role: 'user', content: { type: 'image', mimeType: 'image/png' } }],
    ['a wrong role', { role: 'system', content: { type: 'text', text: 'a' } }],
    ['no content', { role: 'user' }],
  ])('%s in a message is an error of the handler and is not sent', async (_, message) => {
    expect(await askIn(revision, sample(message))).toMatch(/^messages\[0\]/u);
  });
});

describe.each(revisions)('what is sent in %s has only the members of its schema', (revision) => {
  const titled = [{ const: 's', title: 'Small' }];
  const form = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      text: { type: 'string', default: 'a', minLength: 1, format: 'email' },
      count: { type: 'integer', default: 1, minimum: 0 },
      flag: { type: 'boolean', default: true },
      size: { type: 'string', oneOf: titled, default: 's' },
    },
  } as const;
  const questions: readonly (readonly [name: string, handler: Asking, first: string])[] = [
    ['a form', async (_, { ask: put }) => JSON.stringify(await put('Which?', form)), '2025-06-18'],
    [
      'choices',
      async (_, { ask: put }) =>
        JSON.stringify(
          await put('Which?', {
            type: 'object',
            properties: { sizes: { type: 'array', items: { anyOf: titled }, default: ['s'] } },
          }),
        ),
      '2025-11-25',
    ],
    ['a page', async (_, { ask: put }) => JSON.stringify(await put('Go', { url: 'https://a.example' })), '2025-11-25'],
    ['roots', async (_, { roots }) => JSON.stringify(await roots()), '2024-11-05'],
  ];

  test.each(questions)('the question for %s, or an error says what the revision lacks', async (_, handler, first) => {
    const sent = await askIn(revision, handler);
    if (revision >= first) expect(findFaults(revision, sent)).toEqual([]);
    else expect(sent).toMatch(`The client cannot be asked: protocol version ${revision} has no `);
  });

  test('notifications and results', async () => {
    const block = { ...extras };
    const content = [
      text('a', block),
      image('QUJD', 'image/png', block),
      audio('QUJD', 'audio/wav', block),
      resourceLink('app://a', 'a', { ...block, icons: [{ src: 'https://a.example/i.png' }] }),
      embeddedResource({ uri: 'app://a', text: '' }, block),
    ];
    const definition = makeDefinition({
      tools: [makeTool('probe')],
      prompts: [{ name: 'p', fields: {}, arguments: [] }],
      resources: [{ uri: 'app://r', fields: {} }],
    });
    const blocks = [
      { type: 'text', text: 'a', ...extras },
      wav,
      { type: 'resource', resource: { uri: 'app://a', text: '', _meta: {} }, ...extras },
    ];
    const handlers = makeHandlers({
      tools: {
        probe: (_: unknown, context: { progress(...given: unknown[]): void; log: { error(data: unknown): void } }) => {
          context.progress(1, 2, 'half');
          context.log.error({ a: 1 });
          return results(content);
        },
      },
      prompts: { p: () => blocks.map((each) => ({ role: 'user', content: each })) },
      resources: { 'app://r': () => ({ text: 'a', _meta: { a: 1 } }) },
    });
    const calls = [
      ['tools/call', { name: 'probe' }],
      ['prompts/get', { name: 'p' }],
      ['resources/read', { uri: 'app://r' }],
    ] as const;
    const meta = { progressToken: 1, ...(isModern(revision) ? { 'io.modelcontextprotocol/logLevel': 'debug' } : {}) };
    const asked = calls.map(([method, params]) => ask(revision, method, method, params, meta));
    const opening = isModern(revision) ? [] : [initialize('hello', revision)];
    const sent = (await talk({ definition, handlers }, [...opening, ...asked])).filter(({ id }) => id !== 'hello');
    expect(sent.map(({ method, id }) => (method ?? id) as unknown).toSorted()).toEqual([
      'notifications/message',
      'notifications/progress',
      'prompts/get',
      'resources/read',
      'tools/call',
    ]);
    const faults = sent.flatMap(({ method, id, params, result }) =>
      findIllegal(params ?? result, (method ?? id) as string, revision),
    );
    expect(faults).toEqual([]);
  });
});
