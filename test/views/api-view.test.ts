import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { useRecordingServer } from '../forward/recording-server.js';
import { askServer, type AskedServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';

const definition = `
server: { name: shop, version: 1.0.0 }
openapi:
  books:
    document: ./books.openapi.yaml
    tools:
      list_books: { ui: { view: ../views/shelf, csp: { resourceDomains: ['https://covers.example.com'] } } }
      pick_book:
        ui: { view: ../views/shelf, visibility: [app], permissions: { camera: {}, clipboardWrite: {} }, domain: a.example.com }
`;

const settings = {
  csp: { resourceDomains: ['https://covers.example.com'] },
  permissions: { camera: {}, clipboardWrite: {} },
  domain: 'a.example.com',
};

const document = (address: string): string => `
openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
servers: [{ url: '${address}' }]
paths:
  /books:
    get:
      operationId: list_books
      summary: Lists books.
      parameters: [{ name: query, in: query, required: true, description: Words., schema: { type: string } }]
      responses: { '200': { description: Books., content: { application/json: { schema: { $ref: '#/components/schemas/Books' } } } } }
  /books/{isbn}:
    put:
      operationId: pick_book
      summary: Puts a book aside.
      parameters: [{ name: isbn, in: path, required: true, description: The book., schema: { type: string } }]
      responses: { '200': { description: Left., content: { application/json: { schema: { type: array, items: { type: string } } } } } }
components:
  schemas:
    Books: { type: object, properties: { titles: { type: array, items: { type: string } } }, required: [titles] }
`;

const view = `import { openShelf } from '../../generated/views/shelf.ts';
const shelf = openShelf();
shelf.onResult((result) => {
  if (result.isError) return;
  // @ts-expect-error: The document has no such field.
  void result.output.books;
  for (const title of result.output.titles) void shelf.call.pick_book({ isbn: title }).then(({ structured }) => structured.join());
});
`;

const api = useRecordingServer();
let server: AskedServer;

beforeAll(async () => {
  const project = await createProject({
    'definitions/shop.mcp.yaml': definition,
    'definitions/books.openapi.yaml': document(api.url),
    'views/shelf/view.ts': view,
  });
  for (const command of [['generate', '--profile', 'openai-strict'], ['build']]) {
    const { exitCode, out, error } = await runInMemory(command, { cwd: project.folder });
    if (exitCode !== 0) throw new Error(out + error);
  }
  server = await askServer(path.join(project.folder, 'dist/server.mjs'), { carrier: 'stdio', revision: '2025-11-25' });
}, 300_000);

afterAll(() => server?.close());

beforeEach(() => {
  api.answer = ({ method }, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(method === 'GET' ? { titles: ['Dune', 'Emma'] } : ['Emma']));
  };
});

test('the tools of an API name their view, and the page has the joined settings', async () => {
  const { tools } = (await server.ask('tools/list')).result as {
    tools: readonly { name: string; inputSchema: object; _meta: object }[];
  };
  // The descriptors are adapted to a profile.
  expect(tools[0]?.inputSchema).toMatchObject({ additionalProperties: false });
  const uri = expect.stringMatching(/^ui:\/\/shop\/shelf\?v=[0-9a-f]{12}$/u) as string;
  expect(Object.fromEntries(tools.map(({ name, _meta }) => [name, _meta]))).toEqual({
    list_books: { ui: { resourceUri: uri }, 'ui/resourceUri': uri },
    pick_book: { ui: { resourceUri: uri, visibility: ['app'] }, 'ui/resourceUri': uri },
  });
  const { resources } = (await server.ask('resources/list')).result as { resources: readonly object[] };
  expect(resources).toMatchObject([{ _meta: { ui: settings } }]);
});

test('a host without views gets the answer of the API as text', async () => {
  const { result } = await server.call('list_books', { query: 'sea' });
  expect(result).toMatchObject({ content: [{ type: 'text', text: '{"titles":["Dune","Emma"]}' }] });
});

test.each(['discover', 'code'])('an operation that `mode: %s` leaves out of the list has no view', async (mode) => {
  const files = {
    'definitions/shop.mcp.yaml': definition.replace('    document:', `    mode: ${mode}\n    document:`),
    'definitions/books.openapi.yaml': document(api.url),
    'views/shelf/view.ts': view,
  };
  await expect(createProject(files)).rejects.toThrow(
    /shop\.mcp\.yaml:8:\d+ error conflicting-keys: `ui` is for tools that the server lists\./u,
  );
});
