import { describe, expect, test } from 'vitest';
import { readTable } from '../kit/read-table.js';
import { namesByOperation, readApi, type ApiFiles } from './read-api.js';

type Paths = { readonly [path: string]: object };

function document(paths: Paths, file = 'api', schemas: object = {}): ApiFiles {
  const info = { title: 'Things', version: '1' };
  return { [`definitions/${file}.openapi.json`]: { openapi: '3.1.0', info, paths, components: { schemas } } };
}

const get = (operationId?: string) => ({ get: operationId === undefined ? {} : { operationId } });

describe('a tool is called', () => {
  test.each(readTable('openapi/names.tsv'))('%s', async (_title, path = '', id = '', name) => {
    const { tools } = await readApi(document({ [path]: get(id === '' ? undefined : (JSON.parse(id) as string)) }));
    expect(Object.keys(tools)).toEqual([name]);
  });

  test('and its arguments say their names in the API, when they cannot have them', async () => {
    const schema = { type: 'string' };
    const parameters = [
      { name: '名', in: 'query', description: 'Who.', schema },
      { name: 'größe', in: 'query', schema },
      { name: 'plain[]', in: 'query', schema },
    ];
    const content = { 'application/json': { schema: { type: 'object', properties: { имя: schema } } } };
    const post = { operationId: 'save', parameters, requestBody: { required: true, content } };
    const { tools } = await readApi(document({ '/a': { post } }));
    expect(tools['save']?.inputSchema.properties).toEqual({
      property: { ...schema, description: 'Who.\n\nThe API calls it `名`.' },
      groesse: { ...schema, description: 'The API calls it `größe`.' },
      plain: schema,
      imya: { ...schema, description: 'The API calls it `имя`.' },
    });
    expect(tools['save']?.operation.query[1]).toEqual({ name: 'größe', from: ['groesse'] });
  });

  test('by 64 characters at most, told apart by a hash', async () => {
    const id = 'a_very_long_operation_id_that_some_framework_made_of_a_path_and_a_method_';
    const { tools } = await readApi(document({ '/a': get(`${id}get`), '/b': get(`${id}post`) }));
    const names = Object.keys(tools);
    expect(names.map((name) => name.length)).toEqual([64, 64]);
    expect(new Set(names).size).toBe(2);
  });

  test('by a name of its own where ids stand twice, or another API or a definition has it', async () => {
    const twice = await readApi(document({ '/a': get('list'), '/b': get('list'), '/c': get('get_b') }));
    expect(Object.keys(twice.tools)).toEqual(['list', 'get_b', 'get_c']);
    const both = await readApi({ ...document({ '/x': get('list') }), ...document({ '/x': get('list') }, 'b') });
    expect(Object.keys(both.tools)).toEqual(['list', 'get_x']);
    const definition = 'server: { name: s, version: "1" }\ntools: { list: { description: d } }';
    const { tools, diagnostics } = await readApi({
      'definitions/s.mcp.yaml': definition,
      ...document({ '/a': get('list') }),
    });
    expect(Object.keys(tools)).toEqual(['list', 'get_a']);
    expect(diagnostics).toEqual([]);
  });
});

test('a name in Latin letters: title and description have the original', async () => {
  const { tools } = await readApi(
    document({ '/a': get('größe'), '/b': { get: { operationId: 'имя', summary: 'Имя человека' } } }),
  );
  expect(tools).toMatchObject({
    groesse: { title: 'größe', description: 'GET /a\n\nThe API calls it `größe`.' },
    imya: { title: 'Имя человека', description: 'Имя человека\n\nThe API calls it `имя`.' },
  });
});

test('descriptions of deprecated operations and parameters say so, once', async () => {
  const limit = { name: 'limit', in: 'query', deprecated: true, description: 'How many.', schema: { type: 'integer' } };
  const { tools } = await readApi(
    document({
      '/a': { get: { operationId: 'list', deprecated: true, summary: 'Lists pets', parameters: [limit] } },
      '/b': { get: { operationId: 'find', deprecated: true, summary: 'Finds pets (deprecated)' } },
    }),
  );
  expect(tools).toMatchObject({
    list: {
      description: 'Deprecated. Lists pets',
      inputSchema: { properties: { limit: { description: 'Deprecated. How many.' } } },
    },
    find: { description: 'Finds pets (deprecated)' },
  });
});

test('names of types that two tools would have go to the first', async () => {
  const { tools } = await readApi(document({ '/a': get('poll'), '/b': get('poll_result'), '/c': get('Poll') }));
  expect(Object.values(tools).map(({ typeName }) => typeName)).toEqual(['Poll', 'PollResultTool', 'PollTool']);
  expect(new Set(Object.values(tools).map(({ fileName }) => fileName)).size).toBe(3);
});

describe('in the next run', () => {
  const pet = { type: 'object', properties: { name: { type: 'string' } } };
  const answer = {
    responses: {
      200: { description: 'd', content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
    },
  };
  const before = { '/b': get('list'), '/c': get('poll_result'), '/d': { get: { operationId: 'find', ...answer } } };

  test('a new operation renames no tool and no type', async () => {
    const first = await readApi(document(before, 'api', { Pet: pet }));
    const more = { '/a': get('list'), '/0': get('poll'), '/1': get('Pet'), ...before };
    const second = await readApi(document(more, 'api', { Pet: pet }), first.names);
    expect(namesByOperation(second)).toMatchObject(namesByOperation(first));
    expect(namesByOperation(second)).toMatchObject({
      'GET /a': 'get_a GetA get-a',
      'GET /0': 'poll PollTool poll-tool',
      'GET /1': 'Pet PetTool pet-tool',
    });
    expect(second.types).toEqual(first.types);
  });

  test('a tool that an earlier version named with a dot keeps its name', async () => {
    const earlier = new Map([['tool api pets.list GET /a', 'pets.list']]);
    const { tools, names } = await readApi(document({ '/a': get('pets.list'), '/b': get('pets.find') }), earlier);
    expect(Object.keys(tools)).toEqual(['pets.list', 'pets_find']);
    expect([...names]).toContainEqual(['tool api pets.list GET /a', 'pets.list']);
  });

  test('a tool whose type is now the type of the result of another tool keeps its name', async () => {
    const earlier = new Map([
      ['tool api poll GET /a', 'poll'],
      ['tool api poll.result GET /b', 'poll.result'],
    ]);
    const { tools } = await readApi(document({ '/a': get('poll'), '/b': get('poll.result') }), earlier);
    expect(Object.entries(tools).map(([name, { typeName }]) => [name, typeName])).toEqual([
      ['poll', 'Poll'],
      ['poll.result', 'PollResultTool'],
    ]);
  });

  test('settings find a tool by the name that an earlier version proposed', async () => {
    const definition = `server: { name: s, version: "1" }
openapi: { things: { document: ./api.json, prefix: x_, tools: { x_pets.list: { title: Found } } } }`;
    const { 'definitions/api.openapi.json': api = {} } = document({ '/a': get('pets.list') });
    const files = { 'definitions/s.mcp.yaml': definition, 'definitions/api.json': api };
    const { tools, diagnostics } = await readApi(files);
    expect(tools).toMatchObject({ x_pets_list: { title: 'Found' } });
    expect(diagnostics).toEqual([]);
  });

  test('a tool that was renamed has its new name', async () => {
    const first = await readApi(document({ '/a': get('old') }));
    const second = await readApi(document({ '/a': get('new') }), first.names);
    expect(Object.keys(second.tools)).toEqual(['new']);
  });
});
