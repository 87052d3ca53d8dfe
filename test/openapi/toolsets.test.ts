import { describe, expect, test } from 'vitest';
import { read } from '../definitions/diagnose.js';

interface Settings {
  /** Settings under `openapi.things`, beside the document. */
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
  return resolved.model.tools[0]?.toolsets;
}

describe('the toolsets of an operation', () => {
  test.each([
    ['are its tags', { tags: ['pets', 'stores'] }, undefined, ['pets', 'stores']],
    ['are tags without what no name may hold', { tags: ['Pull Requests!'] }, undefined, ['Pull_Requests']],
    ['are each there once', { tags: ['a b', 'a/b', 'a b'] }, undefined, ['a_b']],
    ['do not have the name that means all', { tags: ['all'] }, undefined, ['all_2']],
    ['are none without tags', {}, undefined, undefined],
    ['are what the document says', { tags: ['a'], 'x-mcp': { toolset: 'b' } }, undefined, ['b']],
    ['are the list in the document', { tags: ['a'], 'x-mcp': { toolset: ['b', 'c d'] } }, undefined, ['b', 'c_d']],
    ['are what the definition says', { tags: ['a'], 'x-mcp': { toolset: 'b' } }, { toolset: 'c' }, ['c']],
    ['are none where the definition says so', { tags: ['a'] }, { toolset: [] }, undefined],
  ])('%s', async (_title, operation, override, wanted) => {
    expect(await toolsetsOf(operation, override)).toEqual(wanted);
  });

  test('can be those that a server has when nobody chooses', async () => {
    const things = { a: { tags: ['x y'] } };
    const good = await readThings(things, { server: { toolsets: ['x_y'] } });
    expect(good.diagnostics).toEqual([]);
    expect(good.resolved.model.server.toolsets).toEqual(['x_y']);
    const bad = await readThings(things, { server: { toolsets: ['x y'] } });
    expect(bad.diagnostics.map(({ code }) => code)).toEqual(['unknown-toolset']);
  });
});

test('an operation can be inactive', async () => {
  const { resolved } = await readThings({ a: {}, b: {} }, { settings: { tools: { b: { active: false } } } });
  expect(resolved.model.tools.map(({ isInactive }) => isInactive)).toEqual([undefined, true]);
});

describe('the tools that operations are discovered with', () => {
  const discover = { mode: 'discover' };
  const listNames = async (given: Settings, operations: { readonly [name: string]: object } = { a: {} }) => {
    const { resolved } = await readThings(operations, given);
    return resolved.model.tools.filter(({ handler }) => handler.kind === 'discovery').map(({ name }) => name);
  };

  test.each([
    ['what they do', {}, ['search_operations', 'describe_operation', 'call_operation']],
    [
      'what they do, after a prefix',
      { prefix: 'my_' },
      ['my_search_operations', 'my_describe_operation', 'my_call_operation'],
    ],
  ])('are called after %s', async (_title, settings, wanted) => {
    expect(await listNames({ settings: { ...discover, ...settings } })).toEqual(wanted);
  });

  test('are called after the API where a name is taken', async () => {
    const tools = { call_operation: { description: 'd' } };
    expect(await listNames({ settings: discover, tools })).toEqual([
      'search_operations',
      'describe_operation',
      'things_call_operation',
    ]);
  });

  test('take their names before operations do', async () => {
    const { resolved } = await readThings({ call_operation: {} }, { settings: discover });
    expect(resolved.model.tools.map(({ name }) => name)).toEqual([
      'search_operations',
      'describe_operation',
      'call_operation',
      'get_call_operation',
    ]);
  });

  test('belong to the toolsets of the operations, unless one of these belongs to none', async () => {
    const toolsetsOfSearch = async (operations: { readonly [name: string]: object }) =>
      (await readThings(operations, { settings: discover })).resolved.model.tools[0]?.toolsets;
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
    [
      { readOnlyHint: false, destructiveHint: false },
      { readOnlyHint: false, destructiveHint: false },
    ],
    [
      { readOnlyHint: false, destructiveHint: true },
      { readOnlyHint: false, destructiveHint: true },
    ],
    [{ idempotentHint: false }, { readOnlyHint: true, idempotentHint: false }],
    [{ openWorldHint: false }, { openWorldHint: false }],
  ])('may do what one of the operations may do: %j', async (annotations, wanted) => {
    const { resolved } = await readThings({ a: {} }, { settings: { ...discover, tools: { a: { annotations } } } });
    const call = resolved.model.tools.find(({ name }) => name === 'call_operation');
    expect(Object.fromEntries(call?.annotations ?? [])).toMatchObject(wanted);
  });

  test('say what a long list of tags begins with', async () => {
    const operations = Array.from({ length: 200 }, (_each, index) => [`o${index}`, { tags: [`topic ${index}`] }]);
    const { resolved } = await readThings(Object.fromEntries(operations), { settings: discover });
    const { description = '' } = resolved.model.tools[0] ?? {};
    expect(description).toMatch(/\n\nTags: topic 0, topic 1, .*, topic \d+, …$/u);
    expect(description.length).toBeLessThan(1300);
  });
});
