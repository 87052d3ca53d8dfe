import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { useRecordingServer } from '../forward/recording-server.js';
import { askServer, type AskedServer } from '../kit/ask-server.js';
import { createProject, type Project } from '../kit/build-server.js';
import { startChromium } from '../kit/start-chromium.js';
import { openAppsHost } from './apps-host/open-apps-host.js';

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
const state = document.createElement('p');
document.body.append(state);
shelf.onResult((result) => {
  if (result.isError) {
    state.textContent = 'failed: ' + result.text;
    return;
  }
  // @ts-expect-error: The document has no such field.
  void result.output.books;
  for (const title of result.output.titles) {
    const button = document.createElement('button');
    button.textContent = title;
    button.onclick = () =>
      shelf.call.pick_book({ isbn: title }).then(
        ({ structured }) => (state.textContent = 'left: ' + structured.join()),
        (error: Error) => (state.textContent = 'refused: ' + error.message),
      );
    document.body.append(button);
  }
});
`;

const api = useRecordingServer();
let browser: Browser;
let project: Project;
let server: AskedServer;

beforeAll(async () => {
  project = await createProject({
    'definitions/shop.mcp.yaml': definition,
    'definitions/books.openapi.yaml': document(api.url),
    'views/shelf/view.ts': view,
  });
  for (const command of [
    ['generate', '--profile', 'openai-strict'],
    ['build', '--web'],
  ]) {
    const { exitCode, out, error } = await runInMemory(command, { cwd: project.folder });
    if (exitCode !== 0) throw new Error(out + error);
  }
  server = await askServer(path.join(project.folder, 'dist/server.mjs'), { carrier: 'stdio', revision: '2025-11-25' });
  browser = await startChromium();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

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

test(
  'the view shows answers of the API, calls another operation, and shows what the API refuses',
  { timeout: 60_000 },
  async () => {
    const { result: page } = await server.ask('resources/read', { uri: 'ui://shop/shelf' });
    const [{ text: html, _meta }] = page.contents as [{ text: string; _meta: { ui: typeof settings } }];
    const host = await openAppsHost(browser, async (name, input) => (await server.call(name, input)).result);
    const frame = await host.show({ html, ..._meta.ui, hostContext: { theme: 'light' } });
    const search = async (): Promise<void> =>
      host.tell('sendResult', (await server.call('list_books', { query: 'sea' })).result as object);

    await search();
    await frame.getByRole('button', { name: 'Dune' }).click();
    await frame.getByText('left: Emma').waitFor();
    expect(api.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /books?query=sea',
      'PUT /books/Dune',
    ]);
    api.answer = (_, response) => response.writeHead(409).end('Somebody has it.');
    await frame.getByRole('button', { name: 'Emma' }).click();
    await frame.getByText(/^refused: .*409.*Somebody has it\./su).waitFor();
    await search();
    await frame.getByText(/^failed: .*409.*Somebody has it\./su).waitFor();
    const abilities = `['camera', 'clipboard-write', 'geolocation', 'microphone']`;
    const allowed = await frame.evaluate(`${abilities}.filter((name) => document.featurePolicy.allowsFeature(name))`);
    expect(allowed).toEqual(['camera', 'clipboard-write']);
    expect(host.errors).toEqual([]);
    await host.close();
  },
);

test('the server for `fetch` that the command line builds has the page in it', async () => {
  const { default: web } = (await import(pathToFileURL(path.join(project.folder, 'dist/web.mjs')).href)) as {
    default: { fetch(request: Request): Promise<Response> };
  };
  const uri = 'ui://shop/shelf';
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'resources/read',
    'Mcp-Name': uri,
  };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri, _meta: meta } });
  const response = await web.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
  const { result } = (await response.json()) as { result: { contents: readonly { text: string }[] } };
  expect(result.contents[0]?.text).toContain('ui/initialize');
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
