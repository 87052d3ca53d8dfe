import { describe, expect, test } from 'vitest';
import { namesByOperation, readApi, type ApiFiles } from './read-api.js';

type Paths = { readonly [path: string]: object };

function document(paths: Paths, file = 'api', schemas: object = {}): ApiFiles {
  const info = { title: 'Things', version: '1' };
  return { [`definitions/${file}.openapi.json`]: { openapi: '3.1.0', info, paths, components: { schemas } } };
}

const get = (operationId?: string) => ({ get: operationId === undefined ? {} : { operationId } });

describe('a tool is called', () => {
  test.each([
    ['as its operation', '/a', 'listPets', 'listPets'],
    ['without the characters that clients refuse', '/a', 'pets/list all', 'pets_list_all'],
    [
      'after method and path, when the operation has no id',
      '/pets/{petId}/toys.json',
      undefined,
      'get_pets_by_petId_toys_json',
    ],
    ['after the method, at the root', '/', undefined, 'get'],
    ['after method and path, when the id has nothing to offer', '/a', ' ', 'get_a'],
  ])('%s', async (_title, path, id, name) => {
    const { tools } = await readApi(document({ [path]: get(id) }));
    expect(Object.keys(tools)).toEqual([name]);
  });

  test('by 64 characters at most, told apart by a hash', async () => {
    const id = 'a_very_long_operation_id_that_some_framework_made_of_a_path_and_a_method_';
    const { tools } = await readApi(document({ '/a': get(`${id}get`), '/b': get(`${id}post`) }));
    const names = Object.keys(tools);
    expect(names.map((name) => name.length)).toEqual([64, 64]);
    expect(new Set(names).size).toBe(2);
  });

  test('by a name of its own where ids stand twice', async () => {
    const { tools } = await readApi(document({ '/a': get('list'), '/b': get('list'), '/c': get('get_b') }));
    expect(Object.keys(tools)).toEqual(['list', 'get_b', 'get_c']);
  });

  test('by a name of its own where another API has it', async () => {
    const { tools } = await readApi({ ...document({ '/x': get('list') }), ...document({ '/x': get('list') }, 'b') });
    expect(Object.keys(tools)).toEqual(['list', 'get_x']);
  });

  test('by another name than a tool of a definition', async () => {
    const definition = 'server: { name: s, version: "1" }\ntools: { list: { description: d } }';
    const { tools, diagnostics } = await readApi({
      'definitions/s.mcp.yaml': definition,
      ...document({ '/a': get('list') }),
    });
    expect(Object.keys(tools)).toEqual(['list', 'get_a']);
    expect(diagnostics).toEqual([]);
  });
});

describe('names of types', () => {
  test('that two tools would have go to the first', async () => {
    const { tools } = await readApi(document({ '/a': get('poll'), '/b': get('poll_answer'), '/c': get('Poll') }));
    expect(Object.values(tools).map(({ typeName }) => typeName)).toEqual(['Poll', 'PollAnswerTool', 'PollTool']);
    expect(new Set(Object.values(tools).map(({ fileName }) => fileName)).size).toBe(3);
  });
});

describe('in the next run', () => {
  const pet = { type: 'object', properties: { name: { type: 'string' } } };
  const answer = {
    responses: {
      200: { description: 'd', content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
    },
  };
  const before = { '/b': get('list'), '/c': get('poll_answer'), '/d': { get: { operationId: 'find', ...answer } } };

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

  test('a tool that was renamed has its new name', async () => {
    const first = await readApi(document({ '/a': get('old') }));
    const second = await readApi(document({ '/a': get('new') }), first.names);
    expect(Object.keys(second.tools)).toEqual(['new']);
  });
});
