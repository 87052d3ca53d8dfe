import { expect, test } from 'vitest';
import type { OperationDefinition, ServerDefinition } from '../../runtime/core/api/definition.js';
import { makeDefinition, makeHandlers, makeTool } from '../wire/fixture-server.js';
import { request, talk } from '../wire/wire.js';

type Texts = Partial<Pick<OperationDefinition, 'title' | 'description' | 'keywords' | 'tags'>>;

/** Operations by method and path; the name of each is its place. */
function makeOperations(list: { readonly [request: string]: Texts }): readonly OperationDefinition[] {
  return Object.entries(list).map(([request, texts], position) => ({
    name: `operation${position}`,
    description: '',
    tags: [],
    request,
    details: async () => ({ fields: {} }),
    validators: () => Promise.reject(new Error('It is never called')),
    ...texts,
  }));
}

interface Found {
  readonly operation: string;
  readonly request: string;
  readonly siblings?: readonly Found[];
}

/** Method and path of the operations that are found, best first. */
async function search(operations: readonly OperationDefinition[], query: string): Promise<readonly string[]> {
  return (await find(operations, query)).map(({ request }) => request);
}

/** Names of the operations that are found, best first. */
async function findNames(operations: readonly OperationDefinition[], query: string): Promise<readonly string[]> {
  return (await find(operations, query)).map(({ operation }) => operation);
}

async function find(operations: readonly OperationDefinition[], query: string): Promise<readonly Found[]> {
  const discovery = { does: 'search', load: async () => operations } as const;
  const definition: ServerDefinition = makeDefinition({ tools: [makeTool('search', { discovery })] });
  const call = request(1, 'tools/call', { name: 'search', arguments: { query, limit: 50 } });
  const [answer] = await talk({ definition, handlers: makeHandlers() }, [call]);
  const { operations: found } = JSON.parse(answer?.['result'].content[0].text as string);
  return (found as readonly Found[]).flatMap((entry) => [entry, ...(entry.siblings ?? [])]);
}

const farm = makeOperations({
  'GET /sheep': { title: 'List sheep' },
  'POST /sheep': { title: 'Create a sheep' },
  'GET /sheep/{id}': { title: 'Get a sheep' },
  'PUT /sheep/{id}': { title: 'Update a sheep' },
  'DELETE /sheep/{id}': { title: 'Delete a sheep' },
  'POST /sheep/{id}/disable': { title: 'Disable a sheep' },
  'GET /farmers/me': { title: 'Get the authenticated farmer' },
  'GET /farmers/{id}': { title: 'Get a farmer' },
  'POST /farmers/{id}/notes': { title: 'Create a note' },
  'GET /farmers/{id}/notes': { title: 'List notes' },
  'GET /harvests/{year}/image': { title: 'Get the image of a harvest' },
});

test.each([
  ['a verb chooses the method', 'erase a sheep', 'DELETE /sheep/{id}'],
  ['another verb chooses another method', 'alter a sheep', 'PUT /sheep/{id}'],
  ['a verb after a polite opening', 'How do I make a sheep?', 'POST /sheep'],
  ['a question reads', 'which sheep are there', 'GET /sheep'],
  ['a synonym of a noun', 'photo of a harvest', 'GET /harvests/{year}/image'],
  ['inflected words', 'harvesting images', 'GET /harvests/{year}/image'],
  ['the sender', 'who am I', 'GET /farmers/me'],
  ['a noun that is a verb at the beginning', 'comment on a farmer', 'POST /farmers/{id}/notes'],
  ['the same noun elsewhere', 'comments', 'GET /farmers/{id}/notes'],
  ['a phrase', 'get rid of a sheep', 'DELETE /sheep/{id}'],
  ['a phrase with words in between', 'switch the sheep off', 'POST /sheep/{id}/disable'],
])('%s: %s', async (_title, query, wanted) => {
  expect((await search(farm, query))[0]).toBe(wanted);
});

test.each([
  ['harvesters', 'harvester'],
  ['classes', 'class'],
  ['ties', 'tie'],
  ['berries', 'berry'],
  ['agreed', 'agree'],
  ['freed', 'freed'],
  ['bleeds', 'bleed'],
  ['dying', 'die'],
  ['hoping', 'hope'],
  ['hopping', 'hop'],
  ['news', 'news'],
  ['proceeds', 'proceed'],
  ['administrative', 'administration'],
])('%s is found as %s', async (query, word) => {
  const words = makeOperations({ 'GET /a': { title: 'Oars' }, 'GET /b': { title: word }, 'GET /c': { title: 'Keel' } });
  expect(await search(words, query)).toEqual(['GET /b']);
});

test('an operation with a synonym in its title and a longer word elsewhere counts with the title', async () => {
  const found = await search(
    makeOperations({
      'GET /a': { title: 'Photo', description: 'Imagery.' },
      'GET /b': { title: 'Oars', description: 'Imagery.' },
    }),
    'image',
  );
  expect(found).toEqual(['GET /a', 'GET /b']);
});

test('operations on a resource come before those on its details', async () => {
  const found = await search(
    makeOperations({
      'GET /towers/{id}/bells/{bell}/clapper': { title: 'Get a tower clapper' },
      'GET /towers/{id}': { title: 'Get a tower shape' },
    }),
    'tower',
  );
  expect(found[0]).toBe('GET /towers/{id}');
});

test('keywords are found, and count less than a description: arguments, then their descriptions, then results', async () => {
  const found = await search(
    makeOperations({
      'GET /a': { keywords: '|||walrus' },
      'GET /b': { keywords: '||walrus' },
      'GET /c': { keywords: 'walrus' },
      'GET /d': { description: 'x. A walrus.' },
      'GET /e': {},
    }),
    'walrus',
  );
  expect(found).toEqual(['GET /d', 'GET /c', 'GET /b', 'GET /a']);
});

test.each([
  ['a word without its prefix stands for a word that no operation has', 'unshear a sheep', 'POST /sheep/{id}/shear'],
  ['the beginning of a word stands for a word that no operation has', 'shearless', 'POST /sheep/{id}/shear'],
  ['the words of a phrase count, too', 'turn the sheep on', 'PUT /sheep/{id}/turn'],
  ['contracted words say nothing', "we're shearing", 'POST /sheep/{id}/shear'],
  ['numbers count less than words', 'sheep 4711', 'GET /sheep'],
])('%s: %s', async (_title, query, wanted) => {
  const found = await search(
    makeOperations({
      'GET /re': { title: '4711' },
      'GET /sheep': { title: 'List sheep' },
      'PUT /sheep/{id}/turn': { title: 'Turn a sheep' },
      'POST /sheep/{id}/shear': { title: 'Shear a sheep' },
    }),
    query,
  );
  expect(found[0]).toBe(wanted);
});

test.each([
  ['tools that are no API operations are not weighed by their action', '', ['bag_get', 'bag_vote']],
  ['operations are', 'POST /', ['bag_vote', 'bag_get']],
])('%s', async (_title, request, wanted) => {
  const tools = makeOperations({ a: {}, b: {} });
  const [first, second] = tools.map((tool, position) => ({
    ...tool,
    title: 'Bag',
    name: ['bag_get', 'bag_vote'][position] ?? '',
    request,
  }));
  expect(await findNames([first, second] as readonly OperationDefinition[], 'skip bag')).toEqual(wanted);
});

test('the first sentence of a description stands for a missing title', async () => {
  const found = await search(
    makeOperations({
      'POST /a': { description: 'Sends a kite. It returns later, and nobody sees it.' },
      'POST /b': { description: 'Sends a ball. The kite is far away from it by now.' },
    }),
    'kite',
  );
  expect(found).toEqual(['POST /a', 'POST /b']);
});

test('one word of an operation does not answer for two words of a query that mean the same', async () => {
  const found = await search(
    makeOperations({
      'POST /a': { title: 'Copy a kite' },
      'POST /b': { title: 'Duplicate or copy an owl' },
      'POST /c': { title: 'Copy' },
    }),
    'copy or duplicate',
  );
  expect(found[0]).toBe('POST /b');
});

test.each([
  'constructor toString __proto__',
  'how do I '.repeat(40),
  'money back '.repeat(60),
  'please '.repeat(200),
  '𝕤𝕙𝕖𝕖𝕡 \u{1F411}',
  'Schaf löschen',
  '羊',
])('any query is answered: %s', async (query) => {
  expect((await search(farm, query)).length).toBeLessThanOrEqual(farm.length);
});

test('words of other languages are found as they are written', async () => {
  const shelves = makeOperations({ 'GET /a': { title: 'Größe ändern' }, 'GET /b': { title: '本を探す' } });
  expect(await search(shelves, 'ANDERN')).toEqual(['GET /a']);
  expect(await search(shelves, 'größe')).toEqual(['GET /a']);
  expect(await search(shelves, '本を探す')).toEqual(['GET /b']);
});
