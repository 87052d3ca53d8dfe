import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { talk } from '../kit/talk.js';

vi.mock('../../generator/tools/scaffold/pack-generator.js', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  packGenerator: async () => {},
}));

const document = (servers: string) => `openapi: 3.0.3
info: { title: "Orders # of\\na shop", version: '7', description: "Sells *things*. And more.\\n\\nMuch more." }
servers: [{ url: '${servers}' }]
security: [{ key: [] }, { sign_in: [] }]
paths:
  /orders: { $ref: './paths/orders.yaml' }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key, description: "Ask us\\n# for | it\\nX=1" }
    sign_in: { type: http, scheme: basic }
    unused: { type: http, scheme: bearer }
`;
const orders = `get:
  operationId: listOrders
  tags: ["a\\nb"]
  summary: Lists orders
  responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '../schemas/order.json' } } } } }
`;
const order = '{ "type": "object", "properties": { "id": { "type": "integer" } } }';

const cwd = makeFolder({
  'api/shop.yaml': document('https://shop.example/v1'),
  'api/paths/orders.yaml': orders,
  'api/schemas/order.json': order,
  'api/unrelated.yaml': 'a: 1',
});

async function read(file: string): Promise<string> {
  return readFile(path.join(cwd, file), 'utf8');
}

describe('an OpenAPI document', () => {
  test('becomes a project that is called after it, with what it refers to and nothing else', async () => {
    const { exitCode, out, error, questions } = await runInMemory(['--from', 'api/shop.yaml'], { cwd });
    expect({ exitCode, error, questions }).toEqual({ exitCode: 0, error: '', questions: [] });
    expect(out).toContain('Created shop in shop');
    expect(out).toContain(
      'Add credentials and URLs to .env (see .env.example): SHOP__SHOP__KEY, SHOP__SHOP__SIGN_IN_USERNAME, SHOP__SHOP__SIGN_IN_PASSWORD.',
    );
    const files = await readdir(path.join(cwd, 'shop/definitions'), { recursive: true });
    expect(files.toSorted()).toEqual(
      [
        'shop',
        'shop.mcp.yaml',
        'shop/paths',
        'shop/paths/orders.yaml',
        'shop/schemas',
        'shop/schemas/order.json',
        'shop/shop.yaml',
      ].map(path.normalize),
    );
    expect(await read('shop/definitions/shop/shop.yaml')).toBe(document('https://shop.example/v1'));
    expect(parse(await read('shop/definitions/shop.mcp.yaml'))).toEqual({
      server: { name: 'shop', title: 'Orders # of a shop', description: 'Sells *things*.', version: '1.0.0' },
      openapi: { shop: { document: './shop/shop.yaml' } },
    });
    expect(await readdir(path.join(cwd, 'shop/handlers'))).toEqual(['server.ts']);
  });

  test('has its credentials in README, .env.example and generated/env.example, with the words of the document', async () => {
    const variables = [
      '# shop\n',
      '# API key, sent in the header as `X-Key`.\n# Ask us\n# # for | it\n# X=1\nSHOP__SHOP__KEY=\n',
      '# User name.\nSHOP__SHOP__SIGN_IN_USERNAME=\n',
      '# Password.\nSHOP__SHOP__SIGN_IN_PASSWORD=\n',
      '# Address of the API. Default: the address in its document.\n# SHOP__SHOP__BASE_URL=https://shop.example/v1\n',
    ].join('\n');
    for (const file of ['shop/.env.example', 'shop/generated/env.example']) {
      const text = await read(file);
      expect(text.slice(text.indexOf('\n\n') + 2), file).toBe(variables);
    }
    const readme = (await read('shop/README.md')).replaceAll(/ +/gu, ' ');
    expect(readme).toContain('| `SHOP__SHOP__KEY` | API key, sent in the header as \\`X-Key\\`. |');
    expect(readme).toContain('the argument `/path/to/shop/dist/server.mjs`');
    expect(readme).not.toContain('roll');
    for (const [, block = ''] of readme.matchAll(/```json\n(.*?)```/gsu))
      expect(() => JSON.parse(block) as unknown).not.toThrow();
    expect((await read('shop/.gitignore')).split('\n')).toEqual(
      expect.arrayContaining(['.env', '.env.*', '!.env.example']),
    );
  });

  test('is read with values from .env, which the first build makes', async () => {
    const project = path.join(cwd, 'shop');
    const { scripts } = JSON.parse(await read('shop/package.json')) as { scripts: Record<string, string> };
    expect(scripts['start']).toBe('node dist/server.mjs');
    const build = () => spawnSync(scripts['prebuild'] ?? '', { cwd: project, shell: true });
    expect(build().status).toBe(0);
    expect(await read('shop/.env')).toBe(await read('shop/.env.example'));
    await writeFile(path.join(project, '.env'), 'SHOP__SHOP__KEY=mine\n');
    expect(build().status).toBe(0);
    expect(await read('shop/.env')).toBe('SHOP__SHOP__KEY=mine\n');
  });

  test('that is fetched is saved, without the query of its address, and tells where the API is', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/moved') {
        response.writeHead(302, { location: '/v2/openapi?token=s3cret' }).end();
        return;
      }
      const isDocument = request.url === '/v2/openapi?token=s3cret';
      response
        .writeHead(isDocument ? 200 : 404)
        .end(isDocument ? document('/v1').replace('./paths/orders.yaml', '#/x') : 'no');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { exitCode } = await runInMemory(['fetched', '--from', `${origin}/v2/openapi?token=s3cret`], { cwd });
    expect(exitCode).toBe(0);
    const definition = await read('fetched/definitions/fetched.mcp.yaml');
    expect(definition).toContain(`# A copy of "${origin}/v2/openapi"`);
    expect(definition).not.toContain('s3cret');
    expect(parse(definition)).toMatchObject({ openapi: { fetched: { document: './fetched/openapi.yaml' } } });
    expect((await runInMemory(['moved', '--from', `${origin}/moved`], { cwd })).exitCode).toBe(0);
    const missing = await runInMemory(['missing', '--from', `${origin}/none`], { cwd });
    expect(missing).toMatchObject({ exitCode: 1, error: `error: ${origin}/none responded with 404 Not Found.\n` });
    expect(await readdir(cwd)).not.toContain('missing');
  });

  test('whose API has no address gets that of the machine that it came from', async () => {
    const server = createServer((_request, response) =>
      response.end(
        document('/v1').replace(
          "{ $ref: './paths/orders.yaml' }",
          `{ get: { operationId: a, responses: { '200': { description: ok } } } }`,
        ),
      ),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await runInMemory(['local', '--from', `${origin}/spec/shop.json`], { cwd });
    expect(await read('local/.env.example')).toContain(`LOCAL__SHOP__BASE_URL=${origin}/v1\n`);
    expect(await read('local/generated/env.example')).toContain('LOCAL__SHOP__BASE_URL=\n');
  });
});

test('a folder of definitions is copied, another folder is not', async () => {
  const files = {
    'a.mcp.yaml': 'server: { name: kept, version: 2.0.0 }\n',
    'b.openapi.yaml': document('https://x.example').replace('./paths/orders.yaml', '#/x'),
    'notes.txt': 'mine',
  };
  await mkdir(path.join(cwd, 'defs/.git'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(cwd, 'defs', name), text);
  expect((await runInMemory(['copy', '--from', 'defs'], { cwd })).exitCode).toBe(0);
  expect((await readdir(path.join(cwd, 'copy/definitions'))).toSorted()).toEqual(['a.mcp.yaml', 'b.openapi.yaml']);
  expect(await runInMemory(['none', '--from', 'api'], { cwd })).toMatchObject({ exitCode: 1, out: '' });
});

interface Expected {
  readonly exitCode: number;
  readonly name: string;
  readonly description?: string;
  readonly title?: string;
}

describe('--from <definition>: the package was called after its folder', () => {
  const definition = (server: string): string => `server: ${server}\ntools: { look: { description: Looks. } }\n`;
  const create = async (folder: string, files: { readonly [file: string]: string }, ...argv: readonly string[]) => {
    putFiles(cwd, Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}-from/${file}`, text])));
    const [only = ''] = Object.keys(files);
    const from = Object.keys(files).length === 1 ? `${folder}-from/${only}` : `${folder}-from`;
    const { exitCode, out } = await runInMemory([folder, '--from', from, ...argv], { cwd });
    const { name, description } = JSON.parse(await read(`${folder}/package.json`)) as {
      readonly name: string;
      readonly description: string;
    };
    return { exitCode, out, name, description, readme: await read(`${folder}/README.md`) };
  };

  const bookshop = '{ name: bookshop, version: 1.0.0 }';
  const one = definition('{ name: one, version: 1.0.0, description: One. }');
  const two = 'server: { name: two, version: 1.0.0, description: Two. }\n';

  test.each([
    [
      'those of its server',
      'p1',
      {
        'a.mcp.yaml': definition('{ name: bookshop, version: 1.0.0, title: The Bookshop, description: Sells books. }'),
      },
      [],
      { exitCode: 0, name: 'bookshop', description: 'Sells books.', title: 'The Bookshop' },
    ],
    [
      'the name, in a folder that gives none',
      '日本',
      { 'a.mcp.yaml': definition(bookshop) },
      [],
      { exitCode: 0, name: 'bookshop', description: 'The MCP server bookshop.' },
    ],
    ['--name', 'p2', { 'a.mcp.yaml': definition(bookshop) }, ['--name', 'mine'], { exitCode: 0, name: 'mine' }],
    [
      'those of the folder when the name of the server cannot be one of a package',
      'p3',
      { 'a.mcp.yaml': definition('{ name: My Bookshop, version: 1.0.0, description: Sells books. }') },
      [],
      { exitCode: 0, name: 'p3', description: 'Sells books.' },
    ],
    [
      'those of the folder when two definitions name a server',
      'p4',
      { 'a.mcp.yaml': one, 'b.mcp.yaml': two },
      [],
      { exitCode: 1, name: 'p4', description: 'The MCP server p4.' },
    ],
  ])('now name, title and description are %s', async (_what, folder, files, argv, { title, ...expected }: Expected) => {
    const created = await create(folder, files, ...argv);
    expect(created).toMatchObject(expected);
    if (created.exitCode === 0) expect(created.out).toContain(`Created ${expected.name} in ${folder}`);
    if (title !== undefined) expect(created.readme).toContain(`# ${title}`);
  });
});

test('a definition with `auth` has its scopes in the README, and its variables in .env.example', async () => {
  const definition = `
server: { name: books, version: 1.0.0 }
auth:
  issuers: ['\${BOOKS_ISSUER}']
  scopes: { books:read: Read the | catalogue, books:order: Order *books*, books:all: Everything }
  implies: { books:all: [books:order] }
  required: [books:read]
tools:
  order_book: { description: Orders., scopes: [books:order] }
resources:
  books://stock: { name: stock, text: Many, scopes: [books:order] }
`;
  await mkdir(path.join(cwd, 'protected'));
  await writeFile(path.join(cwd, 'protected', 'books.mcp.yaml'), definition);
  const { exitCode, out } = await runInMemory(['guarded', '--from', 'protected'], { cwd });
  expect({ exitCode, out }).toEqual({ exitCode: 0, out: expect.stringContaining('BOOKS_ISSUER') as string });
  const readme = (await read('guarded/README.md')).replaceAll(/ +/gu, ' ');
  expect(readme).toContain('| books:read | Read the \\| catalogue | everything |\n');
  expect(readme).toContain('| books:order | Order \\*books\\* | order\\_book, books://stock |\n');
  expect(readme).toContain('| books:all | Everything | |\n');
  expect(readme).toContain('| `BOOKS_ISSUER` | Issuer of access tokens: the URL of the authorization server. |');
  expect(readme).not.toContain('## Credentials');
  const section =
    '# Authentication over HTTP\n\n# Issuer of access tokens: the URL of the authorization server.\nBOOKS_ISSUER=\n';
  for (const file of ['guarded/.env.example', 'guarded/generated/env.example']) {
    expect(await read(file)).toContain(section);
  }
  const { scripts } = JSON.parse(await read('guarded/package.json')) as { scripts: Record<string, string> };
  expect(scripts['start']).toBe('node dist/server.mjs');
});

test('a saved answer to tools/list becomes a definition to edit', async () => {
  const tools = [
    { name: 'greet', inputSchema: { type: 'object', properties: { who: { type: 'string', description: 'Whom.' } } } },
  ];
  await writeFile(path.join(cwd, 'saved.json'), JSON.stringify({ tools }));
  const { exitCode, out } = await runInMemory(['--from', 'saved.json'], { cwd });
  expect(exitCode).toBe(0);
  expect(out).toContain('handlers/tools/greet.ts (new)');
  expect(parse(await read('saved/definitions/saved.mcp.yaml'))).toMatchObject({
    server: { name: 'saved' },
    tools: { greet: { description: 'greet', inputSchema: { properties: { who: { type: 'string' } } } } },
  });
  expect(await readdir(path.join(cwd, 'saved'))).not.toContain('.env.example');
});

test.each([
  ['nothing.yaml', 'error: The file nothing.yaml does not exist.\n'],
  ['api/unrelated.yaml', /is not an OpenAPI document .*, a definition, a tools\/list result or a BotServer tool\.\n$/u],
  ['api/broken.json', 'error: api/broken.json:1:15: Invalid JSON: expected `]` here.\n'],
  [
    'http://shop.example/api.json',
    'error: http://shop.example/api.json was not fetched: only https URLs are allowed.\n',
  ],
])('%s is refused, and nothing is created', async (from, error) => {
  await writeFile(path.join(cwd, 'api/broken.json'), '{ "openapi": [');
  const outcome = await runInMemory(['refused', '--from', from], { cwd });
  expect(outcome).toMatchObject({ exitCode: 1, out: '' });
  expect(outcome.error).toEqual(typeof error === 'string' ? error : expect.stringMatching(error));
  expect(await readdir(cwd)).not.toContain('refused');
});

test.each([
  [['x', '--from', 'a', '--from-server', 'b'], '--from and --from-server are mutually exclusive.'],
  [['x', '--header', 'A: b'], '--header can only be used with a URL as --from-server'],
  [['x', '--from-server', 'http://x', '--header', 'nonsense'], '--header requires a name and a value'],
  [['x', '--from-server', 'http://x', '--header', 'A: b\r\nC: d'], '--header requires a name and a value'],
])('%j is wrong usage', async (argv, message) => {
  const { exitCode, error } = await runInMemory(argv, { cwd });
  expect(exitCode).toBe(2);
  expect(error).toContain(message);
});

test('on a terminal it is asked for, and its name and title are the defaults', async () => {
  const answers = ['file', '', 'api/shop.yaml', 'asked', '', '', '', 'no'];
  const { exitCode, questions } = await runInMemory([], { cwd, answers });
  expect(exitCode).toBe(0);
  expect(questions).toEqual([
    'Start from (sample)',
    'Path or https URL of the file ()',
    'Path or https URL of the file ()',
    'Folder (shop)',
    'Name (asked)',
    'Title (Orders # of a shop)',
    'Description (Sells *things*.)',
    'Install the dependencies with npm? (yes)',
  ]);
});

test('the project answers without a line written by hand', async () => {
  const { build } = await import('esbuild');
  const project = path.join(cwd, 'shop');
  linkPackages(project);
  await build({
    absWorkingDir: project,
    entryPoints: ['generated/server.ts'],
    outfile: 'out/server.mjs',
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'listOrders', arguments: {} } };
  // The server reads .env, which has a key; the environment wins.
  const { messages } = await talk(path.join(project, 'out/server.mjs'), [call], { SHOP__SHOP__KEY: '' });
  expect(messages[0]?.result.content[0].text).toContain('set SHOP__SHOP__KEY');
});
