import { describe, expect, test, vi } from 'vitest';
import { audio, embeddedResource, image, resourceLink, results, text } from '../../runtime/index.js';
import { anything, makeDefinition, makeHandlers, makeValidator, oneTool } from './fixture-server.js';
import { makeBusyServer } from './http-fixture.js';
import { ask, bodyOf, isModern, revisions, talkIn } from './revision-client.js';
import { reports, type Wire } from './wire.js';

const strictArguments = [
  { name: 'a', required: true },
  { name: 'b', required: false },
  { name: 'toString', required: true },
];

const png = { type: 'image', data: 'QUJDRA==', mimeType: 'image/png' };
const wav = { type: 'audio', data: 'QUJD', mimeType: 'audio/wav; rate=44100' };

describe.each(revisions)('a call in %s', (revision) => {
  const call = (args?: object) => ask(revision, 1, 'tools/call', { name: 'probe', ...(args && { arguments: args }) });

  test('with arguments that do not fit never reaches the handler', async () => {
    const handler = vi.fn<() => string>(() => 'x');
    const input = makeValidator((value: { n?: unknown }) =>
      typeof value.n === 'number' ? [] : [{ instancePath: '/n', keyword: 'type', params: { type: 'number' } }],
    );
    const subject = oneTool(handler, { validators: async () => ({ input }) });
    const [answer] = await talkIn(revision, subject, [call({ n: 'x' })]);
    const message = 'Invalid arguments for tool "probe":\n- n: must be a number, got "x"';
    expect(bodyOf(answer)).toEqual({ content: [{ type: 'text', text: message }], isError: true });
    expect(handler).not.toHaveBeenCalled();
    expect(bodyOf((await talkIn(revision, subject, [call({ n: 1 })]))[0])).toEqual({
      content: [{ type: 'text', text: 'x' }],
    });
  });

  test('that comes too often in a second is refused, and nothing else is', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_700_000);
    const handler = vi.fn<() => string>(() => 'x');
    const messages = [1, 2, 3].map((id) => ask(revision, id, 'tools/call', { name: 'probe' }));
    const greeting = ask(revision, 4, revision === '2026-07-28' ? 'server/discover' : 'ping');
    const answers = await talkIn(revision, oneTool(handler), [...messages, greeting], { callsPerSecond: 2 });
    now.mockRestore();
    const byId = new Map(answers.map((answer) => [answer['id'] as unknown, answer]));
    expect(handler).toHaveBeenCalledTimes(2);
    expect(byId.get(3)?.['error']).toEqual({
      code: 429,
      message: 'Too many requests: at most 2 a second',
      data: { retryAfterMs: 500 },
    });
    expect([1, 2, 4].map((id) => 'result' in (byId.get(id) ?? {}))).toEqual([true, true, true]);
  });

  test.each([
    ['tools/list', {}],
    ['prompts/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['prompts/get', { name: 'greet' }],
    ['resources/read', { uri: 'busy://news' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'tone', value: '' } }],
  ])('counts as much as any other request: %s', async (method, params) => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_700_000);
    const messages = [1, 2, 3].map((id) => ask(revision, id, method, params));
    const answers = await talkIn(revision, makeBusyServer(), messages, { callsPerSecond: 2 });
    now.mockRestore();
    expect(answers.map(({ id, error }) => [id, error?.code]).toSorted()).toEqual([
      [1, undefined],
      [2, undefined],
      [3, 429],
    ]);
  });

  test.each([
    ['an image', image('!!', 'image/png'), 'content[0].data must be Base64'],
    ['a media type', image('QUJD', 'png'), 'content[0].mimeType must be a media type such as image/png'],
    ['a sound', audio('!!', 'audio/wav'), 'content[0].data must be Base64'],
    ['a link', results([text('x'), resourceLink('nowhere', 'x')]), 'content[1].uri must be an absolute URI'],
    ['a resource', embeddedResource({ uri: 'x', text: '' }), 'content[0].resource.uri must be an absolute URI'],
    ['a blob', embeddedResource({ uri: 'app://x', blob: '!' }), 'content[0].resource.blob must be Base64'],
  ])('fails when the handler answers with %s that is none', async (_, value, fault) => {
    const [answer] = await talkIn(
      revision,
      oneTool(() => value),
      [call()],
    );
    const message = `Tool "probe" returned what cannot be sent: ${fault}`;
    expect(bodyOf(answer)).toEqual({ content: [{ type: 'text', text: message }], isError: true });
  });

  test('fails when the answer does not fit the output schema, else has it as structured content', async () => {
    const output = makeValidator((value: { q?: unknown }) =>
      typeof value.q === 'number' ? [] : [{ instancePath: '/q', keyword: 'type', params: { type: 'number' } }],
    );
    const subject = oneTool(({ q }: { q: unknown }) => ({ q }), {
      validators: async () => ({ input: anything, output }),
    });
    const [wrong] = await talkIn(revision, subject, [call({ q: 'x' })]);
    const message =
      'Tool "probe" returned a result that does not fit its output schema:\n- q: must be a number, got "x"';
    expect(bodyOf(wrong)).toEqual({ content: [{ type: 'text', text: message }], isError: true });
    const [right] = await talkIn(revision, subject, [call({ q: 5 })]);
    expect(bodyOf(right)).toEqual({
      content: [{ type: 'text', text: '{"q":5}' }],
      ...(revision >= '2025-06-18' ? { structuredContent: { q: 5 } } : {}),
    });
  });
});

describe.each(revisions)('a prompt in %s', (revision) => {
  async function get(handler: unknown, params: object = { name: 'p' }): Promise<Wire | undefined> {
    const definition = makeDefinition({
      capabilities: { prompts: true, resources: false },
      prompts: [
        { name: 'p', fields: {}, arguments: [] },
        { name: 'strict', fields: {}, arguments: strictArguments },
      ],
    });
    const subject = { definition, handlers: makeHandlers({ prompts: { p: handler, strict: handler } }) };
    return (await talkIn(revision, subject, [ask(revision, 1, 'prompts/get', params)]))[0];
  }

  test.each([
    ['an unknown name', { name: 'P' }, 'Unknown prompt: P; did you mean "p"?'],
    ['constructor', { name: 'constructor' }, 'Unknown prompt: constructor'],
    ['no name', {}, 'Invalid params: "name" must be a string'],
    ['no arguments', { name: 'strict' }, 'Missing required arguments for prompt "strict": "a", "toString"'],
    [
      'one argument of two',
      { name: 'strict', arguments: { a: '' } },
      'Missing required arguments for prompt "strict": "toString"',
    ],
    [
      'an argument that is no string',
      { name: 'strict', arguments: { a: 5, toString: '' } },
      'Invalid params: argument "a" must be a string',
    ],
    ['arguments that are none', { name: 'p', arguments: [] }, 'Invalid params: "arguments" must be an object'],
    [
      'an argument of a long name',
      { name: 'p', arguments: { ['x'.repeat(5000)]: 5 } },
      `Invalid params: argument "${'x'.repeat(128)}" must be a string`,
    ],
  ])('with %s is refused with -32602 before the handler is called', async (_, params, message) => {
    const handler = vi.fn<() => string>(() => 'x');
    expect((await get(handler, params))?.['error']).toEqual({ code: -32602, message });
    expect(handler).not.toHaveBeenCalled();
  });

  test.each([
    ['throws', () => Promise.reject(new Error('no ideas')), 'no ideas', 'no ideas'],
    [
      'answers with _meta that is not JSON',
      () => ({ messages: [], _meta: { n: 1n } }),
      'Prompt execution failed',
      'Prompt execution failed: _meta must be JSON',
    ],
    [
      'answers with nothing',
      () => undefined,
      'Prompt execution failed',
      'Prompt execution failed: it must be a string, an array of messages or {messages}',
    ],
  ])('whose handler %s is answered with -32603', async (_, handler, sent, reported) => {
    expect((await get(handler))?.['error']).toEqual({ code: -32603, message: sent });
    expect(reports[0]).toContain(`PROMPT: p | ERROR: ${reported}\n`);
  });

  test.each([
    ['an image', png, png],
    ['a sound', wav, wav],
    [
      'a resource of text',
      { type: 'resource', resource: { uri: 'app://x', text: 'X' } },
      { type: 'resource', resource: { uri: 'app://x', mimeType: 'text/plain', text: 'X' } },
    ],
    [
      'a resource of bytes',
      { type: 'resource', resource: { uri: 'app://x', blob: 'QUJD' } },
      { type: 'resource', resource: { uri: 'app://x', mimeType: 'application/octet-stream', blob: 'QUJD' } },
    ],
    [
      'a resource with a media type',
      { type: 'resource', resource: { uri: 'app://x', mimeType: 'text/html', text: 'X' } },
      { type: 'resource', resource: { uri: 'app://x', mimeType: 'text/html', text: 'X' } },
    ],
  ])('sends %s with its media type', async (kind, content, sent) => {
    const isText = kind === 'a sound' && revision === '2024-11-05';
    const answer = await get(() => [{ role: 'assistant', content }]);
    expect(bodyOf(answer)).toEqual({
      messages: [
        { role: 'assistant', content: isText ? { type: 'text', text: '[audio, audio/wav; rate=44100]' } : sent },
      ],
    });
  });
});

describe.each(revisions)('a resource in %s', (revision) => {
  async function read(handler: unknown, uri: unknown = 'app://r'): Promise<Wire | undefined> {
    const definition = makeDefinition({
      capabilities: { prompts: false, resources: true },
      resources: [{ uri: 'app://r', fields: {} }],
      resourceTemplates: [
        {
          uriTemplate: 'app://t/{id}',
          fields: {},
          matcher: { pattern: /^app:\/\/t\/([^/?]*)$/u, path: [{ name: 'id' }], query: [] },
        },
      ],
    });
    const handlers = makeHandlers({
      resources: { 'app://r': handler },
      resourceTemplates: { 'app://t/{id}': handler },
    });
    return (await talkIn(revision, { definition, handlers }, [ask(revision, 1, 'resources/read', { uri })]))[0];
  }

  test.each(['app://R', 'app://r/', 'app://t/a/b', 'app://t/%zz', 'app://t/%', 'app://t/%ff', '/etc/passwd', 'r', ''])(
    'of the URI "%s" does not exist, whatever the handler would answer',
    async (uri) => {
      const handler = vi.fn<() => string>(() => 'x');
      expect((await read(handler, uri))?.['error']).toEqual({
        code: isModern(revision) ? -32602 : -32002,
        message: 'Resource not found',
        data: { uri },
      });
      expect(handler).not.toHaveBeenCalled();
    },
  );

  test.each([
    ['throws', () => Promise.reject(new Error('disk full')), 'disk full'],
    ['answers with null', () => null, 'Resource read failed'],
    ['answers with _meta that is not JSON', () => ({ contents: [], _meta: { n: 1n } }), 'Resource read failed'],
    ['answers with a blob that is no Base64', () => ({ blob: '!' }), 'Resource read failed'],
    ['answers with a URI that is none', () => ({ uri: 'x', text: '' }), 'Resource read failed'],
    ['answers with a media type that is none', () => ({ mimeType: 'x', text: '' }), 'Resource read failed'],
  ])('whose handler %s is answered with -32603', async (_, handler, message) => {
    expect((await read(handler))?.['error']).toEqual({ code: -32603, message });
    expect(reports).toEqual([expect.stringContaining(` RESOURCE: app://r | ERROR: ${message}`)]);
  });

  test('of bytes is sent as Base64', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const answer = await read(() => bytes);
    expect(bodyOf(answer)).toEqual({ contents: [{ uri: 'app://r', blob: Buffer.from(bytes).toString('base64') }] });
  });
});
