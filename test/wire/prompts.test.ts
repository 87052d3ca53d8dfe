import { describe, expect, test } from 'vitest';
import { fillPlaceholder, type PromptDefinition } from '../../runtime/index.js';
import type { Descriptor } from '../../runtime/index.js';
import { makeDefinition, makeHandlers } from './fixture-server.js';
import { initialize, modern, reports, request, talk, type Wire } from './wire.js';

async function get(
  handler: unknown,
  args?: unknown,
  overrides: Partial<PromptDefinition & Descriptor> = {},
  revision = '2025-11-25',
): Promise<Wire> {
  const definition = makeDefinition({
    prompts: [{ name: 'ask', fields: { description: '"Asks."' }, arguments: [], ...overrides }],
  });
  const handlers = makeHandlers({ prompts: { ask: handler } });
  const params = { name: 'ask', ...(args === undefined ? {} : { arguments: args }) };
  const answers = await talk({ definition, handlers }, [initialize(0, revision), request(1, 'prompts/get', params)]);
  return answers[1] ?? {};
}

const user = (text: string) => ({ role: 'user', content: { type: 'text', text } });

describe('answers of prompts/get (2025-11-25 server/prompts)', () => {
  test.each([
    ['a string', 'Hi', 'Asks.', [user('Hi')]],
    [
      'messages',
      [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: { type: 'text', text: 'Ho' } },
      ],
      'Asks.',
      [user('Hi'), { role: 'assistant', content: { type: 'text', text: 'Ho' } }],
    ],
    ['no messages', [], 'Asks.', []],
    [
      'messages with a description',
      { description: 'Own', messages: [{ role: 'user', content: 'Hi' }] },
      'Own',
      [user('Hi')],
    ],
    ['messages without one', { messages: [{ role: 'user', content: 'Hi' }] }, 'Asks.', [user('Hi')]],
  ])('%s', async (_, value, description, messages) => {
    expect((await get(() => value))['result']).toEqual({ description, messages });
    expect((await get(async () => value, {}))['result']).toEqual({ description, messages });
  });

  test('without any description there is none', async () => {
    expect((await get(() => 'Hi', {}, { fields: {} }))['result']).toEqual({ messages: [user('Hi')] });
  });

  test('arguments reach the handler', async () => {
    const answer = await get((values: object) => JSON.stringify(values), { a: 'x', other: 'y' });
    expect(answer['result'].messages).toEqual([user('{"a":"x","other":"y"}')]);
  });

  test('content is put in the words of the revision', async () => {
    const link = { type: 'resource_link', uri: 'app://x', name: 'x' };
    const value = [{ role: 'user', content: link }];
    expect((await get(() => value, {}, {}, '2025-06-18'))['result'].messages).toEqual([
      { role: 'user', content: link },
    ]);
    expect((await get(() => value, {}, {}, '2025-03-26'))['result'].messages).toEqual([user('x: app://x')]);
  });

  test('modern answers have an envelope and no cache hints', async () => {
    const definition = makeDefinition({ prompts: [{ name: 'ask', fields: {}, arguments: [] }] });
    const handlers = makeHandlers({ prompts: { ask: () => 'Hi' } });
    const [answer] = await talk({ definition, handlers }, [modern(1, 'prompts/get', { name: 'ask' })]);
    expect(answer?.['result']).toEqual({
      resultType: 'complete',
      messages: [user('Hi')],
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'fixture', version: '1.2.3' } },
    });
  });
});

describe('static prompts', () => {
  const messages: PromptDefinition['messages'] = async () => (values) => [
    {
      role: 'user',
      content: { type: 'text', text: `${fillPlaceholder(values, 'who')}|${fillPlaceholder(values, 'constructor')}` },
    },
  ];

  test('need no handler, and substitute once', async () => {
    const answer = await get(undefined, { who: '{{who}}' }, { messages });
    expect(answer['result']).toEqual({ description: 'Asks.', messages: [user('{{who}}|')] });
  });

  test('values that are missing are empty', async () => {
    expect((await get(undefined, undefined, { messages }))['result'].messages).toEqual([user('|')]);
  });
});

test('placeholders are filled with text, JSON, or nothing', () => {
  const values = { text: 'a"b', none: undefined, object: { x: [1] }, zero: 0, nil: null };
  expect(Object.keys({ ...values, missing: 1 }).map((name) => fillPlaceholder(values, name))).toEqual([
    'a"b',
    '',
    '{"x":[1]}',
    '0',
    'null',
    '',
  ]);
});

describe('what goes wrong (2025-11-25 server/prompts, error handling)', () => {
  test.each([
    ['nothing', undefined, 'it must be a string, an array of messages or {messages}'],
    ['null', null, 'it must be a string, an array of messages or {messages}'],
    ['a number', 5, 'it must be a string, an array of messages or {messages}'],
    ['messages that are none', { messages: 'x' }, 'it must be a string, an array of messages or {messages}'],
    ['a message that is a string', ['x'], 'messages[0] must be an object'],
    ['a wrong role', [{ role: 'system', content: 'x' }], 'messages[0].role must be user or assistant'],
    ['no content', [{ role: 'user' }], 'messages[0].content must be a string or an object'],
    [
      'a second message without content',
      [
        { role: 'user', content: 'x' },
        { role: 'user', content: null },
      ],
      'messages[1].content must be a string or an object',
    ],
  ])('an answer of %s', async (_, value, reason) => {
    expect((await get(() => value))['error']).toEqual({ code: -32603, message: 'Prompt execution failed' });
    expect(reports).toHaveLength(1);
    expect(reports[0]?.trimEnd().split(' | ERROR: ')[1]).toBe(`Prompt execution failed: ${reason}`);
  });

  const types = 'text, image, audio, resource_link, resource';

  test.each([
    [{}, `type must be one of ${types}`],
    [{ type: 'txt', texxt: 'x' }, `type must be one of ${types}`],
    [{ type: 'constructor' }, `type must be one of ${types}`],
    [{ type: 'text', texxt: 'x' }, 'text must be a string'],
    [{ type: 'text', text: 5 }, 'text must be a string'],
    [{ type: 'image', data: '!!', mimeType: 'image/png' }, 'data must be Base64'],
    [{ type: 'image', data: 'QU JD', mimeType: 'image/png' }, 'data must be Base64'],
    [{ type: 'image', data: 'QUJ', mimeType: 'image/png' }, 'data must be Base64'],
    [{ type: 'image', data: 'QUJD', mimeType: 'png' }, 'mimeType must be a media type such as image/png'],
    [{ type: 'image', data: 'QUJD' }, 'mimeType must be a media type such as image/png'],
    [{ type: 'image', data: Uint8Array.from([1]), mimeType: 'image/png' }, 'data must be Base64'],
    [{ type: 'audio', mimeType: 'audio/wav' }, 'data must be Base64'],
    [{ type: 'audio', data: 'QUJD', mimeType: '' }, 'mimeType must be a media type such as image/png'],
    [{ type: 'resource_link', uri: 'app://x' }, 'name must be a string'],
    [{ type: 'resource_link', name: 'x' }, 'uri must be an absolute URI'],
    [{ type: 'resource', uri: 'app://x', text: 'x' }, 'resource must be an object'],
    [{ type: 'resource', resource: { uri: '/etc', text: '' } }, 'resource.uri must be an absolute URI'],
    [
      { type: 'resource', resource: { uri: 'app://x', mimeType: 'text', text: '' } },
      'resource.mimeType must be a media type such as image/png',
    ],
    [{ type: 'resource', resource: { uri: 'app://x', blob: '%' } }, 'resource.blob must be Base64'],
    [{ type: 'resource', resource: { text: 'x' } }, 'resource.uri must be an absolute URI'],
    [{ type: 'resource', resource: { uri: 'app://x' } }, 'resource.text must be a string'],
    [{ type: 'resource', resource: { uri: 'app://x', blob: Uint8Array.from([1]) } }, 'resource.blob must be Base64'],
  ])('content of %j', async (content, reason) => {
    expect((await get(() => [{ role: 'user', content }]))['error']).toEqual({
      code: -32603,
      message: 'Prompt execution failed',
    });
    expect(reports[0]?.trimEnd().split(' | ERROR: ')[1]).toBe(`Prompt execution failed: messages[0].content.${reason}`);
  });
});
