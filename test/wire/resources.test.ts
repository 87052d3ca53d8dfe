import { describe, expect, test, vi } from 'vitest';
import { NotFoundError, type ServerDefinition } from '../../runtime/index.js';
import { makeDefinition, makeHandlers, throwing } from './fixture-server.js';
import { ask, talkIn } from './revision-client.js';
import { modern, reports, request, talk, type Wire } from './wire.js';

/** The answer to reading a resource that a handler provides. */
async function read(handler: unknown, revision = '2025-11-25', uri = 'app://r'): Promise<Wire> {
  const definition = makeDefinition({ resources: [{ uri: 'app://r', fields: {}, mimeType: 'text/plain' }] });
  const handlers = makeHandlers({ resources: { 'app://r': handler } });
  const asked = [ask(revision, 1, 'resources/read', { uri })];
  return (await talkIn(revision, { definition, handlers }, asked))[0] ?? {};
}

const own = { uri: 'app://r', mimeType: 'text/plain' };

describe('answers of resources/read (2025-11-25 server/resources)', () => {
  test.each([
    ['a string', 'x', [{ ...own, text: 'x' }]],
    ['an empty string', '', [{ ...own, text: '' }]],
    ['bytes', Uint8Array.from([255, 0]), [{ ...own, blob: '/wA=' }]],
    ['an item', { text: 'x' }, [{ ...own, text: 'x' }]],
    [
      'an item of its own',
      { uri: 'app://q', mimeType: 'text/html', text: 'x', more: 1 },
      [{ uri: 'app://q', mimeType: 'text/html', text: 'x' }],
    ],
    ['an item of Base64', { blob: 'QUJD' }, [{ ...own, blob: 'QUJD' }]],
    ['an item of bytes', { blob: Uint8Array.from([1]) }, [{ ...own, blob: 'AQ==' }]],
    [
      'several, in order',
      ['a', { text: 'b', uri: 'app://b' }],
      [
        { ...own, text: 'a' },
        { ...own, uri: 'app://b', text: 'b' },
      ],
    ],
    ['none', [], []],
  ])('%s', async (_, value, contents) => {
    expect((await read(() => value))['result']).toEqual({ contents });
    expect((await read(async () => value))['result']).toEqual({ contents });
  });

  test('the handler gets the URI and a context', async () => {
    const answer = await read(
      (uri: string, { protocolVersion }: { protocolVersion: string }) => `${uri} ${protocolVersion}`,
    );
    expect(answer['result'].contents[0].text).toBe('app://r 2025-11-25');
  });

  test('_meta of an item is sent to revisions that know it', async () => {
    const handler = () => ({ text: 'x', _meta: { a: 1 } });
    expect((await read(handler, '2025-06-18'))['result'].contents).toEqual([{ ...own, text: 'x', _meta: { a: 1 } }]);
    expect((await read(handler, '2025-03-26'))['result'].contents).toEqual([{ ...own, text: 'x' }]);
  });

  test('what a handler reads is private to modern clients', async () => {
    expect((await read(() => 'x', '2026-07-28'))['result']).toEqual({
      resultType: 'complete',
      contents: [{ ...own, text: 'x' }],
      ttlMs: 0,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'fixture', version: '1.2.3' } },
    });
  });
});

test.each([
  [
    { ttlMs: 1000, scope: 'public' },
    { ttlMs: 1000, cacheScope: 'public' },
  ],
  [
    { ttlMs: 0, scope: 'private' },
    { ttlMs: 0, cacheScope: 'private' },
  ],
  ['a minute', { ttlMs: 0, cacheScope: 'private' }],
  [
    { ttlMs: 1.5, scope: 'public' },
    { ttlMs: 0, cacheScope: 'private' },
  ],
  [
    { ttlMs: -1, scope: 'public' },
    { ttlMs: 0, cacheScope: 'private' },
  ],
  [
    { ttlMs: 1000, scope: 'all' },
    { ttlMs: 0, cacheScope: 'private' },
  ],
])(
  'a handler may say how long its contents hold: %j (2026-07-28 server/utilities/caching)',
  async (cache, expected) => {
    const answer = await read(() => ({ contents: ['x'], cache }), '2026-07-28');
    expect(answer['result']).toMatchObject({ contents: [{ ...own, text: 'x' }], ...expected });
  },
);

describe('what goes wrong', () => {
  const notFound = [
    ['an unknown URI', () => 'x', 'app://other'],
    ['a handler that returns undefined', () => undefined, 'app://r'],
    ['a handler that throws NotFoundError', throwing(new NotFoundError()), 'app://r'],
    ['a handler that rejects with it', () => Promise.reject(new NotFoundError('gone')), 'app://r'],
  ] as const;

  test.each(notFound)('%s: not found, in the code of the revision', async (_, handler, uri) => {
    const expected = { message: 'Resource not found', data: { uri } };
    expect((await read(handler, '2024-11-05', uri))['error']).toEqual({ code: -32002, ...expected });
    expect((await read(handler, '2025-11-25', uri))['error']).toEqual({ code: -32002, ...expected });
    expect((await read(handler, '2026-07-28', uri))['error']).toEqual({ code: -32602, ...expected });
    expect(reports).toEqual([]);
  });

  test.each([
    ['null', null, 'contents[0] must be a string, bytes or an object'],
    ['a number', 5, 'contents[0] must be a string, bytes or an object'],
    ['null among items', ['x', null], 'contents[1] must be a string, bytes or an object'],
    ['an item without content', { uri: 'app://r' }, 'contents[0].text must be a string'],
    ['an item whose text is no string', { text: 5 }, 'contents[0].text must be a string'],
    ['an item whose blob is a number', { blob: 5 }, 'contents[0].blob must be Base64'],
    ['an item whose URI is a number', [{ uri: 5, text: 'x' }], 'contents[0].uri must be an absolute URI'],
    [
      'an item whose type is a number',
      [{ mimeType: 5, text: 'x' }],
      'contents[0].mimeType must be a media type such as image/png',
    ],
  ])('an answer of %s: -32603', async (_, value, reason) => {
    expect((await read(() => value))['error']).toEqual({ code: -32603, message: 'Resource read failed' });
    expect(reports).toHaveLength(1);
    expect(reports[0]?.trimEnd().split(' | ERROR: ')[1]).toBe(`Resource read failed: ${reason}`);
  });
});

describe('where contents come from', () => {
  const definition: ServerDefinition = makeDefinition({
    resources: [
      { uri: 'app://books/static', fields: {}, mimeType: 'text/markdown', content: async () => ({ text: '# Hi' }) },
      { uri: 'app://blob', fields: {}, content: async () => ({ blob: 'QUJD' }) },
    ],
    resourceTemplates: [
      {
        uriTemplate: 'app://books/{isbn}{?lang}',
        fields: {},
        mimeType: 'application/json',
        matcher: { pattern: /^app:\/\/books\/([^/?]*)$/u, path: [{ name: 'isbn' }], query: [{ name: 'lang' }] },
      },
      {
        uriTemplate: 'app://books/{+rest}',
        fields: {},
        matcher: { pattern: /^app:\/\/books\/(.*)$/u, path: [{ name: 'rest' }], query: [] },
      },
    ],
  });
  const handlers = makeHandlers({
    resourceTemplates: {
      'app://books/{isbn}{?lang}': (variables: object, { uri }: { uri: string }) => JSON.stringify([variables, uri]),
      'app://books/{+rest}': ({ rest }: { rest: string }) => (rest === 'none/x' ? undefined : `rest ${rest}`),
    },
  });

  test.each([
    ['the exact URI first', 'app://books/static', 'text/markdown', '# Hi'],
    [
      'then the first template',
      'app://books/1%202?lang=de',
      'application/json',
      '[{"isbn":"1 2","lang":"de"},"app://books/1%202?lang=de"]',
    ],
    ['a query may be missing', 'app://books/1', 'application/json', '[{"isbn":"1"},"app://books/1"]'],
    ['then the next one', 'app://books/a/b', undefined, 'rest a/b'],
    ['an unknown query parameter is no match', 'app://books/1?x=1', undefined, 'rest 1?x=1'],
  ])('%s', async (_, uri, mimeType, text) => {
    const [answer] = await talk({ definition, handlers }, [request(1, 'resources/read', { uri })]);
    expect(answer?.['result'].contents).toEqual([{ uri, ...(mimeType === undefined ? {} : { mimeType }), text }]);
  });

  test('a static blob', async () => {
    const [answer] = await talk({ definition, handlers }, [request(1, 'resources/read', { uri: 'app://blob' })]);
    expect(answer?.['result'].contents).toEqual([{ uri: 'app://blob', blob: 'QUJD' }]);
  });

  test('what is static may be cached by all, as the definition says', async () => {
    const params = { uri: 'app://blob' };
    const cached = { ...definition, cache: { ttlMs: 5000, scope: 'public' as const } };
    const [plain] = await talk({ definition, handlers }, [modern(1, 'resources/read', params)]);
    const [hinted] = await talk({ definition: cached, handlers }, [modern(1, 'resources/read', params)]);
    const [dynamic] = await talk({ definition: cached, handlers }, [
      modern(1, 'resources/read', { uri: 'app://books/1' }),
    ]);
    expect(plain?.['result']).toMatchObject({ ttlMs: 0, cacheScope: 'public' });
    expect(hinted?.['result']).toMatchObject({ ttlMs: 5000, cacheScope: 'public' });
    expect(dynamic?.['result']).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  });

  test.each(['app://books/%zz', 'app://books/none/x'])('%s is not found', async (uri) => {
    const [answer] = await talk({ definition, handlers }, [request(1, 'resources/read', { uri })]);
    expect(answer?.['error']).toMatchObject({ code: -32002, data: { uri } });
  });
});

describe.each(['2024-11-05', '2025-11-25', '2026-07-28'])('a URI that is none in %s', (revision) => {
  const matcher = { pattern: /^probe:\/\/one\/([^]*)$/u, path: [{ name: 'rest' }], query: [] };
  const definition = makeDefinition({
    resourceTemplates: [{ uriTemplate: 'probe://one/{+rest}', fields: {}, matcher }],
  });
  const readOne = async (uri: string, handler: () => unknown) => {
    const handlers = makeHandlers({ resourceTemplates: { 'probe://one/{+rest}': handler } });
    return (await talkIn(revision, { definition, handlers }, [ask(revision, 1, 'resources/read', { uri })]))[0];
  };

  test.each([
    'probe://one/a b',
    'probe://one/a\nb',
    'probe://one/\n[2026-01-01T00:00:00.000Z] RESOURCE: app://x | ERROR: forged\u001b[2K',
    'probe://one/\u0000',
    'probe://one/\u007f',
    'probe://one/\u0085',
    'probe://one/\u202e',
    'probe://one/\ud800',
    'probe://one/"',
    'probe://one/<a>',
    'probe://one/`{|}^',
    'probe://one/\\',
    `probe://one/${'a'.repeat(8181)}`,
  ])('%j is not found before the handler runs', async (uri) => {
    const handler = vi.fn<() => string>(() => 'x');
    expect((await readOne(uri, handler))?.['error']).toEqual({
      code: revision === '2026-07-28' ? -32602 : -32002,
      message: 'Resource not found',
      data: { uri },
    });
    expect(handler).not.toHaveBeenCalled();
    expect(reports).toEqual([]);
  });

  test.each(["probe://one/-._~:/?#[]@!$&'()*+,;=%20", 'probe://one/straße', `probe://one/${'a'.repeat(8180)}`])(
    '%j is one',
    async (uri) => {
      expect((await readOne(uri, () => 'x'))?.['result'].contents).toEqual([{ uri, text: 'x' }]);
    },
  );
});
