import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { bundleWeb } from '../../generator/tools/build/bundle-web.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { askServer } from '../kit/ask-server.js';
import { createProject, type Project } from '../kit/build-server.js';
import { postInit } from '../kit/post-init.js';
import { modern } from '../wire/wire.js';

const definition = `
server: { name: book shop, version: 1.0.0 }
tools:
  find_books:
    description: Finds books.
    inputSchema: { type: object, properties: { query: { type: string, description: Words. } }, required: [query] }
    outputSchema: { type: object, properties: { titles: { type: array } }, required: [titles] }
    ui:
      view: ../views/shelf
      prefersBorder: true
      csp: { resourceDomains: ['https://covers.example.com'], connectDomains: ['wss://live.example.com:8443'] }
      permissions: { clipboardWrite: {} }
  pick_book:
    description: Picks a book.
    ui: { view: ../views/shelf, visibility: [app], csp: { resourceDomains: ['https://*.example.org'] }, domain: shop.example.com }
  secret:
    description: Not for pages.
    ui: { visibility: [model] }
`;

const settings = {
  csp: {
    resourceDomains: ['https://covers.example.com', 'https://*.example.org'],
    connectDomains: ['wss://live.example.com:8443'],
  },
  permissions: { clipboardWrite: {} },
  domain: 'shop.example.com',
  prefersBorder: true,
};

let project: Project;
let server: string;

beforeAll(async () => {
  project = await createProject({ 'definitions/shop.mcp.yaml': definition, 'views/shelf/view.ts': page('first') });
  server = await project.bundle();
}, 120_000);

function page(text: string): string {
  return `import { openShelf } from '../../generated/views/shelf.ts';
openShelf().onResult((result) => console.log(result, '${text}'));\n`;
}

test.each(['2025-06-18', '2025-11-25', '2026-07-28'])(
  'revision %s has the view, its settings and its tools',
  async (revision) => {
    const asked = await askServer(server, { carrier: 'stdio', revision });
    const { result } = await asked.ask(...hello(revision));
    expect(result.capabilities).toMatchObject({ extensions: { 'io.modelcontextprotocol/ui': {} }, resources: {} });

    const tools = await asked.ask('tools/list');
    const byName = new Map(
      (tools.result.tools as { name: string; _meta: object }[]).map((tool) => [tool.name, tool._meta]),
    );
    const uri = (byName.get('find_books') as { ui: { resourceUri: string } }).ui.resourceUri;
    expect(uri).toMatch(/^ui:\/\/book%20shop\/shelf\?v=[0-9a-f]{12}$/);
    expect(byName.get('find_books')).toEqual({ ui: { resourceUri: uri }, 'ui/resourceUri': uri });
    expect(byName.get('pick_book')).toEqual({
      ui: { resourceUri: uri, visibility: ['app'] },
      'ui/resourceUri': uri,
    });
    expect(byName.get('secret')).toEqual({ ui: { visibility: ['model'] } });

    const resources = await asked.ask('resources/list');
    const listed = { uri, name: 'shelf', mimeType: 'text/html;profile=mcp-app', _meta: { ui: settings } };
    expect(resources.result.resources).toEqual([listed]);

    const read = await asked.ask('resources/read', { uri });
    const text = expect.stringMatching(/^<!doctype html>/) as string;
    expect(read.result.contents).toEqual([
      { uri, mimeType: 'text/html;profile=mcp-app', text, _meta: { ui: settings } },
    ]);
    await asked.close();
  },
);

test.each(['2024-11-05', '2025-03-26'])(
  'revision %s, whose tools have no _meta, gets the tools without views',
  async (revision) => {
    const asked = await askServer(server, { carrier: 'stdio', revision });
    const { result } = await asked.ask(...hello(revision));
    expect(result.capabilities).not.toHaveProperty('extensions');
    const tools = (await asked.ask('tools/list')).result.tools as readonly object[];
    expect(tools).toHaveLength(3);
    for (const tool of tools) expect(tool).not.toHaveProperty('_meta');
    await asked.close();
  },
);

test('a host that knows an earlier version of the page, or none, gets the present one', async () => {
  const asked = await askServer(server, { carrier: 'stdio', revision: '2026-07-28' });
  for (const uri of ['ui://book%20shop/shelf', 'ui://book%20shop/shelf?v=0123456789ab']) {
    const { result } = await asked.ask('resources/read', { uri });
    expect(result).toMatchObject({
      contents: [{ uri, mimeType: 'text/html;profile=mcp-app' }],
      ttlMs: 0,
      cacheScope: 'public',
    });
  }
  for (const uri of ['ui://book%20shop/shelf?v=../x', 'ui://book%20shop/shelf?w=1', 'ui://book%20shop/others']) {
    expect((await asked.ask('resources/read', { uri })).error).toMatchObject({ code: -32602 });
  }
  await asked.close();
});

test('a changed page, and changed settings, have another version', async () => {
  const other = definition.replace('prefersBorder: true', 'prefersBorder: false');
  const versions = [await readVersion(server)];
  for (const [text, title] of [
    [definition, 'second'],
    [other, 'first'],
  ] as const) {
    const files = { 'definitions/shop.mcp.yaml': text, 'views/shelf/view.ts': page(title) };
    versions.push(await readVersion(await (await createProject(files)).bundle()));
  }
  expect(new Set(versions).size).toBe(3);
}, 120_000);

test('the built server for fetch has the page in it and reads no file', async () => {
  const web = await bundleWeb({
    root: project.folder,
    out: 'generated',
    dist: 'dist',
    minify: true,
    sourcemap: false,
    external: [],
    bundled: [],
  });
  if (!web.ok) throw new Error(JSON.stringify(web.diagnostics));
  expect(web.text).not.toMatch(/from\s*"node:|import\("node:|create-mcp-from-schema\/bundler/);
  putFiles(project.folder, { 'elsewhere/web.mjs': web.text });
  const { default: served } = (await import(pathToFileURL(path.join(project.folder, 'elsewhere/web.mjs')).href)) as {
    default: { fetch(request: Request): Promise<Response> };
  };
  const message = modern(1, 'resources/read', { uri: 'ui://book%20shop/shelf' });
  const response = await served.fetch(new Request('http://localhost/mcp', postInit(message)));
  const { result } = (await response.json()) as { result: { contents: { text: string }[] } };
  expect(result.contents[0]?.text).toContain('ui/initialize');
});

test('the page is no part of what a server loads to start and to list', async () => {
  const entry = await readFile(server, 'utf8');
  const folder = path.dirname(server);
  const reached = new Set<string>();
  const visit = async (code: string): Promise<void> => {
    for (const [, name] of code.matchAll(/(?:from|^import|;import)\s*"\.\/([^"]+)"/gu)) {
      if (name === undefined || reached.has(name)) continue;
      reached.add(name);
      await visit(await readFile(path.join(folder, name), 'utf8'));
    }
  };
  await visit(entry);
  const texts = await Promise.all([...reached].map((name) => readFile(path.join(folder, name), 'utf8')));
  expect(texts.length).toBeGreaterThan(0);
  for (const text of [entry, ...texts]) expect(text).not.toContain('<!doctype html>');
});

test('inspect counts the bytes of views as they are sent, and no tokens: models do not see them', async () => {
  const asked = await askServer(server, { carrier: 'stdio', revision: '2026-07-28' });
  const { tools } = (await asked.ask('tools/list')).result as { tools: readonly { name: string }[] };
  const { resources } = (await asked.ask('resources/list')).result as { resources: readonly object[] };
  await asked.close();
  const inspect = async (cwd: string): Promise<Inspected> =>
    JSON.parse((await runInMemory(['inspect', '--json'], { cwd })).out) as Inspected;
  const own = await inspect(project.folder);
  // Only the build knows the versions of pages.
  const unversioned = (sent: object): number => JSON.stringify(sent).replaceAll(/\?v=[0-9a-f]{12}/gu, '').length;
  expect(own.tools.entries.map(({ key, bytes }) => [key, bytes.modern])).toEqual(
    tools.map((tool) => [tool.name, unversioned(tool)]),
  );
  expect(own.resources.entries.map(({ bytes }) => bytes.modern)).toEqual(resources.map(unversioned));
  const plain = definition.replaceAll(/^    ui:.*\n(?:      .*\n)*/gmu, '');
  expect(plain).not.toContain('view');
  const other = await inspect(makeFolder({ 'definitions/shop.mcp.yaml': plain }));
  expect(own.tools.tokens).toBe(other.tools.tokens);
  expect(own.tools.tokens).toBeGreaterThan(0);
});

interface Inspected {
  readonly tools: { readonly tokens: number; readonly entries: readonly InspectedEntry[] };
  readonly resources: { readonly entries: readonly InspectedEntry[] };
}

interface InspectedEntry {
  readonly key: string;
  readonly bytes: { readonly modern: number };
}

function hello(revision: string): [string, object] {
  if (revision === '2026-07-28') return ['server/discover', {}];
  return ['initialize', { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'raw', version: '1' } }];
}

async function readVersion(built: string): Promise<string> {
  const asked = await askServer(built, { carrier: 'stdio', revision: '2026-07-28' });
  const { result } = await asked.ask('resources/list');
  await asked.close();
  return (result.resources as { uri: string }[])[0]?.uri ?? '';
}
