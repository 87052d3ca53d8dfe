import {
  defaultToolsets,
  toolsetsOf as toolsetsOfTool,
  toolsetsPart,
} from '../../generator/features/toolsets/toolsets-part.js';
import { describe, expect, test } from 'vitest';
import { read } from '../definitions/diagnose.js';
import { readTable } from '../kit/read-table.js';

interface Settings {
  /** Settings under `openapi.things`, next to the document. */
  readonly settings?: object;
  readonly tools?: object;
  readonly server?: object;
}

/** Reads a document with one operation for each path. */
function readThings(operations: { readonly [name: string]: object }, given: Settings = {}) {
  const { settings = {}, tools = {}, server = {} } = given;
  const paths = Object.entries(operations).map(([name, get]) => [`/${name}`, { get: { operationId: name, ...get } }]);
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: Object.fromEntries(paths) };
  return read({
    'definitions/things.json': JSON.stringify(document),
    'definitions/server.mcp.json': JSON.stringify({
      server: { name: 's', version: '1', ...server },
      tools,
      openapi: { things: { document: './things.json', ...settings } },
    }),
  });
}

async function toolsetsOf(operation: object, override?: object): Promise<readonly string[] | undefined> {
  const settings = override === undefined ? {} : { settings: { tools: { thing: override } } };
  const { resolved } = await readThings({ thing: operation }, settings);
  return toolsetsPart.of(resolved.model.tools[0] ?? {});
}

describe('the toolsets of an operation', () => {
  test.each(readTable('openapi/toolsets.tsv'))('%s', async (_title, operation = '', setting = '', wanted = '') => {
    const override = setting === '' ? undefined : (JSON.parse(setting) as object);
    const toolsets = wanted === '' ? undefined : wanted.split(' ');
    expect(await toolsetsOf(JSON.parse(operation) as object, override)).toEqual(toolsets);
  });

  test('can be those that a server has when no client chooses', async () => {
    const things = { a: { tags: ['x y'] } };
    const good = await readThings(things, { server: { toolsets: ['x_y'] } });
    expect(good.diagnostics).toEqual([]);
    expect(defaultToolsets.of(good.resolved.model)).toEqual(['x_y']);
    const bad = await readThings(things, { server: { toolsets: ['x y'] } });
    expect(bad.diagnostics.map(({ code }) => code)).toEqual(['unknown-toolset']);
  });
});

describe('toolsets of a definition', () => {
  const items = { get: { operationId: 'list', tags: ['items'] }, post: { operationId: 'add', tags: ['items'] } };
  const paths = {
    '/items': items,
    '/admin/users': { get: { operationId: 'users', tags: ['Users & Groups'], security: [{ login: ['admin:read'] }] } },
    '/admin/keys': {
      delete: { operationId: 'dropKey', deprecated: true, security: [{}, { login: ['admin', 'keys'] }] },
    },
    '/other': { get: { operationId: 'other', security: [] } },
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    security: [{ login: ['items'] }],
    paths,
    components: {
      securitySchemes: {
        login: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://a.example', scopes: {} } } },
      },
    },
  };
  const readToolsets = async (toolsets: object, more: object = {}) => {
    const { resolved, diagnostics } = await read({
      'definitions/things.json': JSON.stringify(document),
      'definitions/server.mcp.json': JSON.stringify({
        server: { name: 's', version: '1' },
        openapi: { things: { document: './things.json', toolsets, ...more } },
      }),
    });
    const problems = diagnostics.filter(({ code }) => code !== 'missing-description');
    return {
      members: Object.fromEntries(resolved.model.tools.map((tool) => [tool.name, toolsetsOfTool(tool).join(' ')])),
      problems: problems.map(({ code, message, help }) => [code, message, ...(help === undefined ? [] : [help])]),
    };
  };
  const tags = { list: 'items', add: 'items', users: 'Users_Groups', dropKey: '', other: '' };

  test.each<[string, string | readonly string[], Partial<typeof tags>]>([
    ['match one of several filters', ['operation:list', 'path:/other'], { list: 'items x', other: 'x' }],
    ['match one filter', 'tag:items', { list: 'items x', add: 'items x' }],
    ['match a combination', ['tag:items & method:get'], { list: 'items x' }],
    ['match a tag with the sign of combinations', ['tag:Users & Groups'], { users: 'Users_Groups x' }],
    ['match such a tag and more', ['tag:Users & Groups & method:get & !deprecated'], { users: 'Users_Groups x' }],
    ['do not match what is negated', ['!tag:* & !deprecated'], { other: 'x' }],
    ['are deprecated and of a path', ['path:/admin/** & deprecated'], { dropKey: 'x' }],
    ['need a scope', ['scope:admin*'], { users: 'Users_Groups x', dropKey: 'x' }],
    ['need a scope by default', ['scope:items'], { list: 'items x', add: 'items x' }],
    ['need one scope of several', ['scope:keys'], { dropKey: 'x' }],
  ])('have the operations that %s', async (_title, filters, wanted) => {
    const { members, problems } = await readToolsets({ x: filters });
    expect(problems).toEqual([]);
    expect(members).toEqual({ ...tags, ...wanted });
  });

  test('may have the name of a tag, and yield to the toolset of a tool', async () => {
    const tools = { list: { toolset: 'own' }, add: { toolset: [] } };
    const { members } = await readToolsets({ items: 'path:/other', x: '*' }, { tools });
    expect(members).toEqual({ list: 'own', add: '', users: 'Users_Groups x', dropKey: 'x', other: 'items x' });
  });

  test('warn of filters that match nothing, with what is like them', async () => {
    const { problems } = await readToolsets({
      x: ['tag:item', 'tag:items & scope:itms', 'tag:items & path:/other', 'zzz'],
    });
    expect(problems).toEqual([
      ['unmatched-filter', 'No operation matches `tag:item`.', 'did you mean `tag:items`?'],
      [
        'unmatched-filter',
        'No operation matches `tag:items & scope:itms`: none matches `scope:itms`.',
        'did you mean `scope:items`?',
      ],
      ['unmatched-filter', 'No operation matches `tag:items & path:/other`.'],
      ['unmatched-filter', 'No operation matches `zzz`.'],
    ]);
  });

  test('warn of a misspelled negation, which would match everything, and of a misspelled kind of filter', async () => {
    const { problems } = await readToolsets({
      x: ['!tag:item', 'tag:items & !method:gett', '!deprecated', 'tagg:items', 'tag:items & metod:get'],
    });
    expect(problems).toEqual([
      [
        'unmatched-filter',
        'No operation matches `tag:item`, so `!tag:item` excludes nothing.',
        'did you mean `tag:items`?',
      ],
      [
        'unmatched-filter',
        'No operation matches `method:gett`, so `!method:gett` excludes nothing.',
        'did you mean `method:get`?',
      ],
      ['unmatched-filter', 'No operation matches `tagg:items`.', 'did you mean `tag:`?'],
      ['unmatched-filter', 'No operation matches `tag:items & metod:get`.', 'did you mean `method:`?'],
    ]);
  });

  test.each([
    { all: 'tag:items' },
    { 'a b': 'tag:items' },
    { x: [] },
    { x: '' },
    { x: { tag: 'items' } },
    ['tag:items'],
  ])('are refused in another form: %j', async (toolsets) => {
    const { problems } = await readToolsets(toolsets);
    expect(problems.map(([code]) => code)).not.toEqual([]);
  });

  test('can be combined in include and exclude as well', async () => {
    const { members } = await readToolsets(
      {},
      { include: ['tag:items & method:post', 'scope:admin*'], exclude: ['!method:get & deprecated'] },
    );
    expect(Object.keys(members)).toEqual(['add', 'users']);
  });
});

test('an operation can be inactive', async () => {
  const { resolved } = await readThings({ a: {}, b: {} }, { settings: { tools: { b: { enabled: false } } } });
  expect(resolved.model.tools.map(({ isInactive }) => isInactive)).toEqual([undefined, true]);
});

describe('the tools that operations are discovered with', () => {
  const discover = { mode: 'discover' };
  const listNames = async (given: Settings, operations: { readonly [name: string]: object } = { a: {} }) => {
    const { resolved } = await readThings(operations, given);
    return resolved.model.tools.filter(({ handler }) => handler.kind === 'discovery').map(({ name }) => name);
  };

  test.each(['', 'my_'])('are called after what they do, after the prefix "%s"', async (prefix) => {
    const names = ['search_operations', 'describe_operation', 'call_operation'].map((name) => prefix + name);
    expect(await listNames({ settings: { ...discover, ...(prefix !== '' && { prefix }) } })).toEqual(names);
  });

  test('are called after the API where a name is taken, but take their names before operations do', async () => {
    const tools = { call_operation: { description: 'd' } };
    expect((await listNames({ settings: discover, tools })).at(-1)).toBe('things_call_operation');
    const { resolved } = await readThings({ call_operation: {} }, { settings: discover });
    expect(resolved.model.tools.slice(2).map(({ name }) => name)).toEqual(['call_operation', 'get_call_operation']);
  });

  test('belong to the toolsets of the operations, unless one of these belongs to none', async () => {
    const toolsetsOfSearch = async (operations: { readonly [name: string]: object }) =>
      toolsetsPart.of((await readThings(operations, { settings: discover })).resolved.model.tools[0] ?? {});
    expect(await toolsetsOfSearch({ a: { tags: ['x'] }, b: { tags: ['y', 'x'] } })).toEqual(['x', 'y']);
    expect(await toolsetsOfSearch({ a: { tags: ['x'] }, b: {} })).toBeUndefined();
  });

  test.each([
    [{ mode: 'discovery' }, ['invalid-value']],
    [{ mode: 'tools' }, []],
  ])('are there in the mode for them alone: %j', async (settings, wanted) => {
    const { diagnostics, resolved } = await readThings({ a: {} }, { settings });
    expect(diagnostics.map(({ code }) => code)).toEqual(wanted);
    expect(resolved.model.tools).toHaveLength(1);
  });

  test.each([
    [{ readOnlyHint: true }, { readOnlyHint: true, destructiveHint: false, idempotentHint: true }],
    [{ readOnlyHint: false, destructiveHint: false }],
    [{ readOnlyHint: false, destructiveHint: true }],
    [{ idempotentHint: false }, { readOnlyHint: true, idempotentHint: false }],
    [{ openWorldHint: false }, { openWorldHint: false }],
  ])('may do what one of the operations may do: %j', async (annotations: object, wanted: object = annotations) => {
    const { resolved } = await readThings({ a: {} }, { settings: { ...discover, tools: { a: { annotations } } } });
    const call = resolved.model.tools.find(({ name }) => name === 'call_operation');
    expect(Object.fromEntries(call?.annotations ?? [])).toMatchObject(wanted);
  });

  test('say what a long list of tags begins with', async () => {
    const operations = Array.from({ length: 200 }, (_each, index) => [`o${index}`, { tags: [`topic ${index}`] }]);
    const { resolved } = await readThings(Object.fromEntries(operations), { settings: discover });
    const { description = '' } = resolved.model.tools[0] ?? {};
    expect(description).toMatch(/\n\nTags: topic 0, topic 1, .*, topic \d+, …$/u);
    expect(description.length).toBeLessThan(1350);
  });
});
