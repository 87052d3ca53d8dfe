import { describe, expect, test } from 'vitest';
import type { OperationDefinition, ServerDefinition } from '../../runtime/core/api/definition.js';
import { makeDefinition, makeHandlers, makeTool } from '../wire/fixture-server.js';
import { request, talk, type Wire } from '../wire/wire.js';

const makeOperation = (name: string, overrides: Partial<OperationDefinition> = {}): OperationDefinition => ({
  name,
  description: '',
  tags: [],
  request: '',
  details: async () => ({ fields: {} }),
  validators: () => Promise.reject(new Error('It is never called')),
  ...overrides,
});

/** Searches operations, all in one page unless `input` says otherwise. */
async function search(operations: readonly OperationDefinition[], query: string, input: object = {}): Promise<Wire> {
  const discovery = { does: 'search', load: async () => operations } as const;
  const definition: ServerDefinition = makeDefinition({ tools: [makeTool('search', { discovery })] });
  const call = request(1, 'tools/call', { name: 'search', arguments: { query, limit: 50, ...input } });
  const [answer] = await talk({ definition, handlers: makeHandlers() }, [call]);
  return JSON.parse(answer?.['result'].content[0].text as string) as Wire;
}

const namesOf = ({ operations }: Wire): readonly string[] =>
  (operations as readonly Wire[]).flatMap(({ operation, siblings = [] }) => [
    operation as string,
    ...(siblings as readonly Wire[]).map((sibling) => sibling['operation'] as string),
  ]);

const operations = [
  ['issues_create', 'Create an issue', 'Any user with access can create an issue in a repository.'],
  ['reactions_create-for-issue', 'Create a reaction for an issue', 'A reaction to an issue.'],
  ['issues_listLabels', 'List labels', 'The labels of a repository and of its issues.'],
  ['orgs_createHTTPHook', 'Add a hook', 'Straße, Café and policies.'],
  ['zebra', 'Z', 'z'],
  ['_', 'Vote', ''],
].map(([name = '', title = '', description = '']) => makeOperation(name, { title, description }));

test.each([
  ['what is called so comes first', 'create an issue', ['issues_create', 'reactions_create-for-issue']],
  ['words in the middle of names', 'http hook', ['orgs_createHTTPHook']],
  ['words of names that are written as one', 'list label', ['issues_listLabels']],
  ['beginnings of words', 'zeb', ['zebra']],
  ['beginnings that are too short', 'ze', []],
  ['plurals', 'policy', ['orgs_createHTTPHook']],
  ['the singular of what is plural', 'hooks', ['orgs_createHTTPHook']],
  ['accents and case', 'CAFE', ['orgs_createHTTPHook']],
  ['words that say nothing', 'how do I find the zebra?', ['zebra']],
  ['operations whose name has no word', 'vote', ['_']],
  ['what nobody has', 'xylophone', []],
  ['hostile words', '__proto__ constructor toString', []],
])('%s: %s', async (_title, query, wanted) => {
  const found = namesOf(await search(operations, query));
  expect(found.slice(0, Math.max(1, wanted.length))).toEqual(wanted);
});

test('a query without words finds everything in its order', async () => {
  const all = operations.map(({ name }) => name);
  for (const query of ['', ' …!? ']) expect(namesOf(await search(operations, query))).toEqual(all);
});

test('words that say nothing are looked for when there are no others', async () => {
  expect((await search(operations, 'with an'))['total']).toBeGreaterThan(0);
});

test.each([
  ['delete a boat', 'boat_delete'],
  ['bulk delete boats', 'boats_delete'],
])('one item is changed unless several are asked for: %s', async (query, first) => {
  const boats = [
    ['boats_delete', 'DELETE /boats/'],
    ['boat_delete', 'DELETE /boats/{id}/'],
  ].map(([name = '', path = '']) => makeOperation(name, { title: 'Delete boat objects', request: path }));
  expect(namesOf(await search(boats, query))[0]).toBe(first);
});

test('operations that fit equally well come in the order of the document', async () => {
  const twins = ['c', 'a', 'b'].map((name) => makeOperation(name, { title: 'Sail a boat' }));
  expect(namesOf(await search(twins, 'boat'))).toEqual(['c', 'a', 'b']);
});

test('a whole word counts more than the beginning of one, also in the same operation', async () => {
  const cats = [
    makeOperation('x', { title: 'Cattle' }),
    makeOperation('y', { title: 'Cat' }),
    makeOperation('z', { title: 'Cat', description: 'cattle' }),
  ];
  expect(namesOf(await search(cats, 'cat')).at(-1)).toBe('x');
  expect(namesOf(await search(cats, 'cat'))).toHaveLength(3);
});

test.each(['', 'a'])('no operations are found among none, with the query "%s"', async (query) => {
  expect(await search([], query)).toEqual({ total: 0, operations: [] });
});

test('a long query is answered, too', async () => {
  const query = Array.from({ length: 20_000 }, (_word, number) => `word${number}`).join(' ');
  expect((await search(operations, query))['total']).toBe(0);
});

describe('a found operation', () => {
  const describeFirst = async (overrides: Partial<OperationDefinition>): Promise<unknown> =>
    (await search([makeOperation('sail', overrides)], 'sail'))['operations'][0];

  test('has the first 199 characters of a long description', async () => {
    expect(await describeFirst({ description: `${'a'.repeat(200)}` })).toMatchObject({ description: 'a'.repeat(200) });
    const long = `${'a'.repeat(198)} ${'b'.repeat(2)}`;
    expect(await describeFirst({ description: long })).toMatchObject({ description: `${'a'.repeat(198)}…` });
  });

  test('has no description that only repeats its title, and no empty members', async () => {
    expect(await describeFirst({ title: 'Sail', description: 'Sail.', request: 'POST /sail' })).toEqual({
      operation: 'sail',
      title: 'Sail',
      request: 'POST /sail',
    });
    expect(await describeFirst({ title: 'Sail', description: 'Sail. Slowly\n  please' })).toMatchObject({
      description: 'Slowly please',
    });
  });

  test('is on the page that was asked for', async () => {
    const many = Array.from({ length: 12 }, (_, index) => makeOperation(`o${index}`, { title: 'Row' }));
    const first = await search(many, 'row', { limit: undefined });
    expect([first['total'], namesOf(first).length, first['nextOffset']]).toEqual([12, 10, 10]);
    expect(await search(many, 'row', { limit: undefined, offset: 10 })).toEqual({
      total: 12,
      operations: ['o10', 'o11'].map((operation) => ({ operation, title: 'Row', request: '' })),
    });
  });
});
