import { describe, expect, test } from 'vitest';
import { NotFoundError, type ListedResource, type ResourceListHandler } from '../../runtime/index.js';
import { serveControlled } from './controlled.js';
import { makeDefinition, makeHandlers, throwing } from './fixture-server.js';
import { ask, isModern, revisions, talkIn } from './revision-client.js';
import { initialize, modern, reports, type Subject, type Wire } from './wire.js';

const uriTemplate = 'app://tables/{table}';

/** A server with one resource of its own, whose handler lists others. */
function makeServer(list: ResourceListHandler): Subject {
  return {
    definition: makeDefinition({
      listsResources: true,
      resources: [{ uri: 'app://tables/own', fields: { uri: '"app://tables/own"', name: '"own"' } }],
      resourceTemplates: [
        {
          uriTemplate,
          mimeType: 'application/json',
          fields: { name: '"table"' },
          matcher: { pattern: /^app:\/\/tables\/([^/]*)$/u, path: [{ name: 'table' }], query: [] },
        },
      ],
    }),
    handlers: makeHandlers({
      resources: { 'app://tables/own': () => 'own' },
      resourceTemplates: { [uriTemplate]: () => 'a table' },
      lists: { [uriTemplate]: list },
    }),
  };
}

const table = (name: string, more: object = {}): ListedResource => ({ uri: `app://tables/${name}`, name, ...more });

describe.each(revisions)('resources that a handler lists, in %s', (revision) => {
  const get = async (subject: Subject, method = 'resources/list', params = {}, options = {}): Promise<Wire> =>
    (await talkIn(revision, subject, [ask(revision, 1, method, params)], options)).at(-1) ?? {};

  test('come after those of the definition, with the media type of their template', async () => {
    const { result } = await get(makeServer(async () => [table('b'), table('a', { mimeType: 'text/plain' })]));
    expect(result.resources).toEqual([
      { uri: 'app://tables/own', name: 'own' },
      { uri: 'app://tables/b', name: 'b', mimeType: 'application/json' },
      { uri: 'app://tables/a', name: 'a', mimeType: 'text/plain' },
    ]);
    expect(result.ttlMs).toBe(isModern(revision) ? 0 : undefined);
    expect(result.cacheScope).toBe(isModern(revision) ? 'private' : undefined);
  });

  test.each([
    [['resources'] as const, ['notifications/resources/list_changed']],
    [[], []],
  ])('are said to be others when the definition declares %j', async (listChanged, expected) => {
    const { definition, handlers } = makeServer(() => []);
    const capabilities = { ...definition.capabilities, listChanged };
    const server = serveControlled({ definition: { ...definition, capabilities }, handlers });
    const hello = isModern(revision)
      ? [modern(0, 'subscriptions/listen', { notifications: { resourcesListChanged: true } })]
      : [initialize(0, revision), { jsonrpc: '2.0', method: 'notifications/initialized' }];
    await server.ask(...hello);
    server.control.resources.listChanged();
    const methods = (await server.end()).map(({ method }) => method as unknown);
    expect(methods.filter((method) => /list_changed/u.test(String(method)))).toEqual(expected);
  });

  test('are not listed when their template is disabled', async () => {
    const server = serveControlled(makeServer(() => [table('a')]));
    if (!isModern(revision)) await server.ask(initialize('init', revision));
    server.control.resourceTemplates.disable(uriTemplate);
    const answer = (await server.ask(ask(revision, 1, 'resources/list'))).find(({ id }) => id === 1);
    expect(answer?.['result'].resources).toEqual([{ uri: 'app://tables/own', name: 'own' }]);
  });

  test('are asked for again by each request', async () => {
    let count = 0;
    const server = makeServer(() => Array.from({ length: (count += 1) }, (_, index) => table(String(index))));
    const [first, second] = await talkIn(
      revision,
      server,
      [1, 2].map((id) => ask(revision, id, 'resources/list')),
    );
    expect(first?.['result'].resources).toHaveLength(2);
    expect(second?.['result'].resources).toHaveLength(3);
  });

  test('have the fields that the revision knows, and no others', async () => {
    const fields = { title: 'T', size: 3, annotations: { priority: 1 }, icons: [], _meta: { a: 1 }, other: 1 };
    const { result } = await get(makeServer(() => [table('a', fields)]));
    const known = revision >= '2025-11-25' ? ['title', 'icons', '_meta'] : ['title', '_meta'];
    expect(Object.keys(result.resources[1]).toSorted()).toEqual(
      ['uri', 'name', 'mimeType', 'size', 'annotations', ...(revision >= '2025-06-18' ? known : [])].toSorted(),
    );
  });

  test('have pages of 2 MiB by default', async () => {
    const server = makeServer(() =>
      ['a', 'b', 'c', 'd'].map((name) => table(name, { description: 'ä'.repeat(400_000) })),
    );
    const first = await get(server);
    expect(first['result'].resources.map(({ name }: Wire) => name as unknown)).toEqual(['own', 'a', 'b']);
    const { result } = await get(server, 'resources/list', { cursor: first['result'].nextCursor });
    expect(result.resources.map(({ name }: Wire) => name as unknown)).toEqual(['c', 'd']);
    expect(result.nextCursor).toBeUndefined();
  });

  test('are one list with those of the definition, page by page', async () => {
    const server = makeServer(() => [table('a'), table('b')]);
    const first = await get(server, 'resources/list', {}, { pageSize: 2 });
    expect(first['result'].resources.map(({ name }: Wire) => name as unknown)).toEqual(['own', 'a']);
    const second = await get(server, 'resources/list', { cursor: first['result'].nextCursor }, { pageSize: 2 });
    expect(second['result'].resources.map(({ name }: Wire) => name as unknown)).toEqual(['b']);
    expect(second['result'].nextCursor).toBeUndefined();
    const { error } = await get(server, 'resources/list', { cursor: 'never given' }, { pageSize: 2 });
    expect(error).toEqual({ code: -32602, message: 'Invalid cursor' });
  });

  test('that are listed twice, or are in the definition, are listed once', async () => {
    const { result } = await get(makeServer(() => [table('a'), table('own', { title: 'other' }), table('a')]));
    expect(result.resources.map(({ name }: Wire) => name as unknown)).toEqual(['own', 'a']);
  });

  test('leave the other lists, and reading, alone', async () => {
    const server = makeServer(throwing(new Error('not asked')));
    expect((await get(server, 'resources/templates/list'))['result'].resourceTemplates).toHaveLength(1);
    const { result } = await get(server, 'resources/read', { uri: 'app://tables/a' });
    expect(result.contents[0].text).toBe('a table');
  });

  test.each([
    ['a text', 'a', 'The handler must return an array of resources'],
    ['a resource without a name', [{ uri: 'app://tables/a' }], 'resources[0].name must be a string'],
    ['a relative URI', [{ uri: 'a', name: 'a' }], 'resources[0].uri must be an absolute URI'],
    ['a URI that cannot be read', [table('a/b')], 'resources[0].uri must match a template'],
  ])('that are %s are an error, whose reason the operator gets', async (_, answer, reason) => {
    const { error } = await get(makeServer(() => answer as never));
    expect(error).toEqual({ code: -32603, message: 'Resource list failed' });
    expect(reports.join('')).toContain(`LIST: ${uriTemplate} | ERROR: Resource list failed: ${reason}`);
  });

  test('whose handler throws are an error', async () => {
    const { error } = await get(makeServer(throwing(new Error('The database is gone'))));
    expect(error).toEqual({ code: -32603, message: 'The database is gone' });
    const gone = await get(makeServer(throwing(new NotFoundError())));
    expect(gone['error'].code).toBe(-32603);
  });
});
