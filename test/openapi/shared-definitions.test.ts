import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { askServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';

const deceiving = `it's ,"$defs":{"a":{}} and </script> \\`;
const refer = (name: string) => ({ $ref: `#/components/schemas/${name.replaceAll('/', '~1')}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const listed = (name: string) => ({ 200: { description: 'ok', ...json({ type: 'array', items: refer(name) }) } });
const saving = {
  requestBody: json({ type: 'object', properties: { book: refer('Book') } }),
  responses: listed('Book'),
};

const shopFound = { type: 'object', properties: { shop: refer('Shop') } };

const document = {
  openapi: '3.1.0',
  info: { title: 'Shelf', version: '1' },
  servers: [{ url: 'https://shelf.example' }],
  paths: {
    '/books': {
      get: { operationId: 'listBooks', responses: listed('Book') },
      post: { operationId: 'addBook', ...saving },
      put: { operationId: 'replaceBooks', ...saving },
    },
    '/authors': { get: { operationId: 'listAuthors', responses: listed("it's/one") } },
    '/shops': { get: { operationId: 'findShop', responses: { 200: { description: 'ok', ...json(shopFound) } } } },
  },
  components: {
    schemas: {
      Book: {
        type: 'object',
        properties: { id: { type: 'integer', readOnly: true }, author: refer("it's/one"), next: refer('Book') },
      },
      "it's/one": { type: 'object', description: deceiving, properties: { $defs: { type: 'object' } } },
      Shop: { type: 'object', properties: { shop: refer('Shop'), books: { type: 'array', items: refer('Book') } } },
    },
  },
};

const project = await createProject({
  'definitions/shelf.mcp.yaml':
    'server: { name: shelf, version: 1.0.0 }\nopenapi: { shelf: { document: ./documents/shelf.json, mode: discover } }\n',
  'definitions/documents/shelf.json': JSON.stringify(document),
});

test('definitions that several operations need are generated once', async () => {
  const read = (name: string) => readFile(path.join(project.folder, 'generated/operation-index', name), 'utf8');
  const [details, shared] = [await read('api1-details-1.ts'), await read('api1-definitions.ts')];
  const author = `"it's/one":{`.replace("'", "\\'");
  expect(details).not.toContain(author);
  // As an answer, and as a request body, where a property has another name.
  expect(shared.split(author).length - 1).toBe(2);
  // Only one operation needs it.
  expect(details).toContain('"Shop":{');
  expect(await typeCheck(project.folder)).toBe('');
});

test('descriptions of operations hold whole schemas, of definitions with one name too', async () => {
  const asked = await askServer(await project.bundle(), { carrier: 'stdio', revision: '2026-07-28' });
  const describe = async (operation: string): Promise<{ inputSchema: object; outputSchema: object }> =>
    JSON.parse((await asked.call('describe_operation', { operation, withOutput: true })).result.content[0].text);
  const author = { type: 'object', description: deceiving, properties: { $defs: { type: 'object' } } };
  const authorReference = { $ref: "#/$defs/it's~1one" };
  const next = { $ref: '#/$defs/Book' };
  const book = { type: 'object', properties: { id: { type: 'integer' }, author: authorReference, next } };
  const sent = { type: 'object', properties: { author: authorReference, next } };
  expect((await describe('listBooks')).outputSchema).toEqual({
    type: 'array',
    items: next,
    $defs: { Book: book, "it's/one": author },
  });
  const added = await describe('addBook');
  expect(added.inputSchema).toMatchObject({
    $defs: { Book: sent, "it's/one": { ...author, properties: { defs: { type: 'object' } } } },
  });
  expect(JSON.stringify(added.inputSchema)).not.toContain('"id"');
  expect(added.outputSchema).toMatchObject({ $defs: { Book: book } });
  const shop = { $ref: '#/$defs/Shop' };
  const shops = { shop, books: { type: 'array', items: next } };
  expect((await describe('findShop')).outputSchema).toEqual({
    type: 'object',
    properties: { shop },
    $defs: { Shop: { type: 'object', properties: shops }, Book: book, "it's/one": author },
  });
  await asked.close();
});
