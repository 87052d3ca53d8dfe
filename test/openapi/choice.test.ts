import { describe, expect, test } from 'vitest';
import { readApi, type ReadApi } from './read-api.js';

const paths = {
  '/v1/orders': {
    get: { operationId: 'listOrders', tags: ['orders'] },
    post: { operationId: 'addOrder', tags: ['orders'], summary: 'Add an order' },
  },
  '/v1/orders/{id}': { delete: { operationId: 'deleteOrder', tags: ['orders', 'admin'], deprecated: true } },
  '/v2/users': { get: { operationId: 'listUsers', tags: ['users'] } },
};

function choose(settings: string, more: object = {}): Promise<ReadApi> {
  return readApi({
    'definitions/shop.mcp.yaml': `
server: { name: shop, version: 1.0.0 }
openapi:
  suppliers:
    document: ./specs/suppliers.json
${settings.replaceAll(/^/gmu, '    ')}
`,
    'definitions/specs/suppliers.json': { openapi: '3.0.1', info: { title: 'S', version: '1' }, paths, ...more },
  });
}

describe('the tools of an API', () => {
  test.each([
    ['include: ["tag:users"]', ['listUsers']],
    ['include: ["path:/v1/**"]\nexclude: ["method:delete"]', ['listOrders', 'addOrder']],
    ['include: ["path:/v1/*"]', ['listOrders', 'addOrder']],
    ['include: ["operation:list*"]', ['listOrders', 'listUsers']],
    ['include: [listUsers, "method:POST"]', ['addOrder', 'listUsers']],
    ['exclude: [deprecated, "tag:us*"]', ['listOrders', 'addOrder']],
    ['prefix: s_\ninclude: ["tag:users"]', ['s_listUsers']],
  ])('are chosen by %j', async (settings, names) => {
    const { tools, diagnostics } = await choose(settings);
    expect(Object.keys(tools)).toEqual(names);
    expect(diagnostics.filter((text) => !text.startsWith('invalid-api'))).toEqual([]);
  });

  test('have what the definition says of them', async () => {
    const { tools } = await choose(`
tools:
  addOrder: { name: order, description: Orders., annotations: { destructiveHint: true }, timeoutMs: 5000 }
  listUsers: { title: Users }
`);
    expect(tools['order']).toMatchObject({
      title: 'Add an order',
      description: 'Orders.',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    });
    expect(tools['listUsers']?.title).toBe('Users');
  });

  test('are implemented one by one or all together', async () => {
    const implemented = ({ tools }: ReadApi) =>
      Object.keys(tools).filter((name) => tools[name]?.isImplemented === true);
    expect(implemented(await choose('implement: [addOrder]'))).toEqual(['addOrder']);
    expect(implemented(await choose('implement: true'))).toHaveLength(4);
    expect(implemented(await choose('implement: false'))).toEqual([]);
  });

  test('that filters and overrides speak of have to exist', async () => {
    const { diagnostics } = await choose(`
include: ["tag:nothing", "tag:users"]
implement: [gone]
tools: { missing: { title: t } }`);
    expect(diagnostics).toEqual(['unmatched-filter 7:15', 'unmatched-filter 8:17', 'unmatched-filter 9:14']);
  });

  test('are called after the API in the environment', async () => {
    const { apis } = await choose('');
    expect(apis[0].server).toEqual({ url: '/', environment: 'SHOP__SUPPLIERS__BASE_URL' });
  });

  test('are under `openapi` alone when it is wrong', async () => {
    const { diagnostics } = await choose('includes: []');
    expect(diagnostics).toContain('unknown-key 6:5');
  });
});

describe('x-mcp in the document', () => {
  const withMcp = (extension: unknown, root: object = {}) =>
    readApi({
      'definitions/a.openapi.json': {
        openapi: '3.1.0',
        info: { title: 'A', version: '1' },
        ...root,
        paths: { '/a': { get: { operationId: 'a', 'x-mcp': extension } }, '/b': { get: { operationId: 'b' } } },
      },
    });

  test.each([
    [false, {}, ['b']],
    [{ hidden: true }, {}, ['b']],
    [true, { 'x-mcp': false }, ['a']],
    [{ hidden: false }, { 'x-mcp': { hidden: true } }, ['a']],
    [{ name: 'first thing' }, {}, ['first_thing', 'b']],
    [{ enabled: false }, {}, ['b']],
    [{ enabled: true }, { 'x-mcp': { enabled: false } }, ['a']],
    [{ skip: true }, {}, ['b']],
    ['off', {}, ['b']],
    ['yes', { 'x-mcp': 'no' }, ['a']],
  ])('%j with %j at the root', async (extension, root, names) => {
    const { tools } = await withMcp(extension, root);
    expect(Object.keys(tools)).toEqual(names);
  });

  test('describes the tool', async () => {
    const { tools } = await withMcp({ title: 'T', description: 'D' });
    expect(tools['a']).toMatchObject({ title: 'T', description: 'D' });
  });

  test.each([
    ['a misspelled key', { naem: 'first' }, {}, ['invalid-api 12:11']],
    ['a flag that is no boolean', { enabled: 'maybe' }, {}, ['invalid-api 12:22']],
    ['a value that is no object', 3, {}, ['invalid-api 11:18']],
    ['a name for the whole document', true, { 'x-mcp': { name: 'first' } }, ['invalid-api 8:5']],
    ['keys that describe a server, and own ones', { 'x-own': 1 }, { 'x-mcp': { servers: [], tools: [] } }, []],
  ])('warns of %s', async (_what, extension, root, warnings) => {
    const { tools, diagnostics } = await withMcp(extension, root);
    expect(Object.keys(tools)).toContain('a');
    expect(diagnostics).toEqual(warnings);
  });
});

describe('extensions of other generators', () => {
  /** Tools of a document with extensions in its first operation, its path and its root. */
  const withExtensions = async (operation: object, path: object = {}, root: object = {}) => {
    const paths = { '/a': { ...path, get: { operationId: 'a', ...operation } }, '/b': { get: { operationId: 'b' } } };
    const document = { openapi: '3.1.0', info: { title: 'A', version: '1' }, ...root, paths };
    const { tools, diagnostics } = await readApi({ 'definitions/a.openapi.json': document });
    expect(diagnostics).toEqual([]);
    return tools;
  };

  test.each([
    ['Speakeasy', { 'x-speakeasy-mcp': { disabled: true } }],
    ['Mintlify', { 'x-mint': { mcp: { enabled: false } } }],
    ['Zuplo', { 'x-zuplo-route': { mcp: { type: 'tool', enabled: false } } }],
  ])('%s hides an operation', async (_name, extension) => {
    expect(Object.keys(await withExtensions(extension))).toEqual(['b']);
  });

  test('Mintlify hides a document, and shows an operation of it', async () => {
    const root = { 'x-mint': { mcp: { enabled: false } } };
    expect(Object.keys(await withExtensions({}, {}, root))).toEqual([]);
    expect(Object.keys(await withExtensions({ 'x-mint': { mcp: { enabled: true } } }, {}, root))).toEqual(['a']);
  });

  test('a path is nearer than the document, and `x-mcp` counts before the others', async () => {
    expect(Object.keys(await withExtensions({}, { 'x-mcp': true }, { 'x-mcp': false }))).toEqual(['a']);
    const both = { 'x-mcp': true, 'x-speakeasy-mcp': { disabled: true, name: 'other' } };
    expect(Object.keys(await withExtensions(both))).toEqual(['other', 'b']);
  });

  test.each([
    [{ 'x-speakeasy-mcp': { name: 'get-a', title: 'T', description: 'D' } }, 'get-a', { title: 'T', description: 'D' }],
    [{ 'x-mint': { mcp: { name: 'get-a', description: 'D' } } }, 'get-a', { description: 'D' }],
    [{ 'x-zuplo-route': { mcp: { name: 'get-a', description: 'D' } } }, 'get-a', { description: 'D' }],
  ])('%j describes the tool', async (extension, name, fields) => {
    expect((await withExtensions(extension))[name]).toMatchObject(fields);
  });
});

test('a filter with many stars is soon done with a long id', async () => {
  const long = `${'list'.repeat(50_000)}!`;
  const more = { paths: { ...paths, '/long': { get: { operationId: long, summary: 'Long' } } } };
  const { tools } = await choose('include: ["*list*list*list*list*list?", "tag:users"]', more);
  expect(Object.keys(tools)).toEqual(['listUsers']);
});
