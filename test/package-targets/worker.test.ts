import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { putFiles } from '../kit/make-folder.js';
import {
  bareDefinition,
  fullDefinition,
  makeProject,
  packageFull,
  readPackaged,
  runPackage,
} from './packaged-projects.js';
import { postInit } from '../kit/post-init.js';
import { initialize } from '../wire/wire.js';

const full = await makeProject(fullDefinition);
const made = await runPackage(full, 'worker');

// Packages set the variables of settings that have a default.
beforeEach(() => {
  for (const name of ['ACME_KEY', 'SHELF', 'LIMIT', 'ONE', 'TWO']) vi.stubEnv(name, undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

function read(file: string, folder = full): string {
  return readFileSync(path.join(folder, 'packages', file), 'utf8');
}

/** Paths of the files of all packages, sorted. */
function listFiles(folder: string): readonly string[] {
  const root = path.join(folder, 'packages');
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))).toSorted();
}

async function load(file: string, folder = full): Promise<Record<string, unknown>> {
  return (await import(pathToFileURL(path.join(folder, 'packages', file)).href)) as Record<string, unknown>;
}

type Serve = (request: Request, ...platform: unknown[]) => Promise<Response>;

/** Text that the tool answers to an official client of an era. */
async function callTool(serve: Serve, mode: 'legacy' | 'auto', ...platform: unknown[]): Promise<unknown> {
  const client = new Client({ name: 'host', version: '1.0.0' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL('https://shelf.example.com/mcp'), {
    fetch: (input, init) => serve(new Request(input, init), ...platform),
  });
  await client.connect(transport);
  try {
    expect(client.getProtocolEra()).toBe(mode === 'legacy' ? 'legacy' : 'modern');
    const { content } = await client.callTool({ name: 'count_books', arguments: {} });
    return (content as readonly { readonly text: string }[])[0]?.text;
  } finally {
    await client.close();
  }
}

test('worker makes a package for each platform, and all makes the others', async () => {
  expect(made).toMatchObject({ exitCode: 0 });
  expect(listFiles(full)).toEqual([
    'bun/.gitignore',
    'bun/README.md',
    'bun/package.json',
    'bun/server.mjs',
    'cloudflare/.gitignore',
    'cloudflare/README.md',
    'cloudflare/server.mjs',
    'cloudflare/wrangler.jsonc',
    'deno/.gitignore',
    'deno/README.md',
    'deno/deno.json',
    'deno/main.mjs',
    'lambda/.gitignore',
    'lambda/README.md',
    'lambda/function/index.mjs',
    'lambda/function/package.json',
    'lambda/template.yaml',
    'manifest.json',
    'vercel/.gitignore',
    'vercel/.vercelignore',
    'vercel/README.md',
    'vercel/api/server.mjs',
    'vercel/package.json',
    'vercel/vercel.json',
  ]);
  expect((await packageFull()).made.out).toMatch(/^Packaged mcpb, npm, registry, docker, plugin, skill, card: /u);
  expect((await runPackage(full, 'wroker')).error).toContain('Unknown package target "wroker". Did you mean `worker`?');
});

test('the configuration of each platform has the settings, and no secret', async () => {
  expect(await readPackaged(full, 'cloudflare/wrangler.jsonc')).toEqual({
    name: 'acme-shelf',
    main: 'server.mjs',
    compatibility_date: '2026-01-01',
    compatibility_flags: ['nodejs_compat'],
    no_bundle: true,
    find_additional_modules: false,
    keep_vars: true,
    observability: { enabled: true },
    vars: { SHELF: 'north', LIMIT: '20' },
    secrets: { required: ['ACME_KEY'] },
  });
  expect(await readPackaged(full, 'vercel/vercel.json')).toEqual({
    $schema: 'https://openapi.vercel.sh/vercel.json',
    framework: null,
    functions: { 'api/server.mjs': { supportsCancellation: true } },
    rewrites: [{ source: '/(.*)', destination: '/api/server' }],
  });
  expect(await readPackaged(full, 'vercel/package.json')).toEqual({
    private: true,
    type: 'module',
    engines: { node: '24.x' },
  });
  expect(await readPackaged(full, 'deno/deno.json')).toEqual({
    tasks: { start: 'deno run --allow-all main.mjs' },
    deploy: { runtime: { type: 'dynamic', entrypoint: './main.mjs' } },
  });
  expect(await readPackaged(full, 'bun/package.json')).toEqual({
    private: true,
    type: 'module',
    scripts: { start: 'bun server.mjs' },
  });
});

test('the template of the function has a parameter for each setting', () => {
  const optional = (id: string): object => ({ 'Fn::If': [`Has${id}`, { Ref: id }, { Ref: 'AWS::NoValue' }] });
  const isSet = (id: string): object => ({ 'Fn::Not': [{ 'Fn::Equals': [{ Ref: id }, ''] }] });
  expect(parse(read('lambda/template.yaml'), { version: '1.1', schema: 'core' })).toEqual({
    AWSTemplateFormatVersion: '2010-09-09',
    Transform: 'AWS::Serverless-2016-10-31',
    Description: 'Looks after the shelves of a warehouse.',
    Parameters: {
      AcmeKey: { Type: 'String', Description: 'API key: From your account page.', MinLength: 1, NoEcho: true },
      Shelf: { Type: 'String', Description: 'Shelf: Where to look.', Default: 'north' },
      Limit: { Type: 'String', Description: 'Limit: Most books of an answer.', Default: '20' },
      Verbose: { Type: 'String', Description: 'Verbose: Log more.', Default: '' },
      AcmeFolder: { Type: 'String', Description: 'Folder: Where lists are.', Default: '' },
      McpStateKeys: {
        Type: 'String',
        Description: 'State keys: Secret that seals pending elicitations: at least 32 characters, or empty.',
        Default: '',
        NoEcho: true,
      },
    },
    Conditions: {
      HasVerbose: isSet('Verbose'),
      HasAcmeFolder: isSet('AcmeFolder'),
      HasMcpStateKeys: isSet('McpStateKeys'),
    },
    Resources: {
      Server: {
        Type: 'AWS::Serverless::Function',
        Properties: {
          CodeUri: 'function/',
          Handler: 'index.handler',
          Runtime: 'nodejs24.x',
          Architectures: ['arm64'],
          MemorySize: 512,
          Timeout: 300,
          FunctionUrlConfig: { AuthType: 'NONE', InvokeMode: 'RESPONSE_STREAM' },
          Environment: {
            Variables: {
              ACME_KEY: { Ref: 'AcmeKey' },
              SHELF: { Ref: 'Shelf' },
              LIMIT: { Ref: 'Limit' },
              VERBOSE: optional('Verbose'),
              ACME_FOLDER: optional('AcmeFolder'),
              MCP_STATE_KEYS: optional('McpStateKeys'),
            },
          },
        },
      },
    },
    Outputs: { Endpoint: { Value: { 'Fn::Sub': '${ServerUrl.FunctionUrl}mcp' } } },
  });
});

test.each([
  ['cloudflare', ['npx wrangler secret put ACME_KEY', 'npx wrangler deploy'], 'npx wrangler dev'],
  [
    'vercel',
    ['npx vercel link', 'npx vercel env add ACME_KEY production', 'npx vercel deploy --prod'],
    'npx vercel dev --local',
  ],
  [
    'deno',
    [
      'deno deploy create --app acme-shelf --source local',
      'deno deploy env add ACME_KEY <value> --secret',
      'deno deploy --prod',
    ],
    'deno task start',
  ],
  ['bun', ['export ACME_KEY=<value>', 'bun run start'], 'bun run start'],
  ['lambda', ['sam deploy --guided --stack-name acme-shelf'], ''],
])('the README of %s has the commands in their order', (target, commands, local) => {
  const readme = read(`${target}/README.md`);
  const [deploy = '', other = ''] = [...readme.matchAll(/^```sh\n([\s\S]*?)\n```/gmu)].map(([, block = '']) => block);
  expect(deploy.split('\n').filter((line) => commands.includes(line))).toEqual(commands);
  expect(other).toBe(local);
  expect(readme).toContain('| `ACME_KEY` | API key: From your account page. | required, secret |');
});

// On Workers the configuration has the defaults.
test.each([
  ['cloudflare/server.mjs', 'k1 none none none none'],
  ['vercel/api/server.mjs', 'k1 north 20 none none'],
  ['bun/server.mjs', 'k1 north 20 none none'],
])('official clients of both eras call %s', async (file, answer) => {
  vi.stubEnv('ACME_KEY', 'k1');
  const { default: program } = await load(file);
  const { fetch: serve } = program as { readonly fetch: Serve };
  expect(await callTool(serve, 'legacy')).toBe(answer);
  expect(await callTool(serve, 'auto')).toBe(answer);
});

test('the program for Deno serves, and a variable that is set precedes its default', async () => {
  vi.stubEnv('ACME_KEY', 'k2');
  vi.stubEnv('SHELF', 'south');
  let serve: Serve | undefined;
  vi.stubGlobal('Deno', { serve: (handler: Serve) => (serve = handler) });
  await load('deno/main.mjs');
  expect(await callTool(serve!, 'legacy')).toBe('k2 south 20 none none');
  expect(await callTool(serve!, 'auto')).toBe('k2 south 20 none none');
});

test('the function for Lambda answers events', async () => {
  vi.stubEnv('ACME_KEY', 'k3');
  const { handler, buffered } = await load('lambda/function/index.mjs');
  expect(handler).toBe(buffered);
  const serve: Serve = async (request) => {
    const event = {
      version: '2.0',
      rawPath: new URL(request.url).pathname,
      headers: Object.fromEntries(request.headers),
      requestContext: { domainName: 'x.lambda-url.eu-central-1.on.aws', http: { method: request.method } },
      ...(request.body && { body: await request.text() }),
    };
    const result = await (
      buffered as (event: object) => Promise<{
        readonly statusCode: number;
        readonly headers: Record<string, string>;
        readonly body: string;
      }>
    )(event);
    const { statusCode: status, headers, body } = result;
    return new Response(status === 202 ? null : body, { status, headers });
  };
  expect(await callTool(serve, 'legacy')).toBe('k3 none none none none');
  expect(await callTool(serve, 'auto')).toBe('k3 none none none none');
});

test('sessions are off where requests reach several instances, unless the server has a store or says otherwise', async () => {
  vi.stubEnv('ACME_KEY', 'k');
  const open = (): Request => new Request('https://shelf.example.com/mcp', postInit(initialize(1, '2025-11-25')));
  const hasSession = async (file: string, folder = full): Promise<boolean> => {
    const { default: program } = await load(file, folder);
    const response = await (program as { readonly fetch: Serve }).fetch(open());
    expect(response.status).toBe(200);
    return response.headers.has('mcp-session-id');
  };
  expect(await hasSession('vercel/api/server.mjs')).toBe(false);
  expect(await hasSession('bun/server.mjs')).toBe(true);
  const told = await makeProject(fullDefinition, {
    'handlers/server.ts': 'export const options = { http: { sessions: true } };',
  });
  expect(await runPackage(told, 'vercel')).toMatchObject({ exitCode: 0 });
  expect(await hasSession('vercel/api/server.mjs', told)).toBe(true);
});

test('a server without package and without settings is packaged, too', async () => {
  const folder = await makeProject(bareDefinition);
  expect(await runPackage(folder, 'worker')).toMatchObject({ exitCode: 0, error: '' });
  expect(await readPackaged(folder, 'cloudflare/wrangler.jsonc')).toEqual({
    name: 'bare',
    main: 'server.mjs',
    compatibility_date: '2026-01-01',
    compatibility_flags: ['nodejs_compat'],
    no_bundle: true,
    find_additional_modules: false,
    keep_vars: true,
    observability: { enabled: true },
  });
  expect(parse(read('lambda/template.yaml', folder))).toMatchObject({
    Description: 'bare',
    Parameters: { McpStateKeys: { NoEcho: true } },
  });
  expect(read('vercel/README.md', folder)).toContain('npx vercel env add MCP_STATE_KEYS production  # optional');
});

test('secrets and state of tools next to a package are ignored by Git, and state is no file of the package', async () => {
  const folder = await makeProject(bareDefinition, {
    'packages/cloudflare/.wrangler/state/v3/kv.sqlite': 'state',
    'packages/cloudflare/notes.txt': 'mine',
  });
  const { out } = await runPackage(folder, 'cloudflare');
  expect(out).toContain('packages/cloudflare/notes.txt');
  expect(out).not.toContain('kv.sqlite');
  expect(read('cloudflare/.gitignore', folder)).toBe('.dev.vars\n.wrangler/\n');
});

test.each([
  [
    'server: { name: s, version: 1.0.0, store: redis }',
    {
      cloudflare: [
        'The store `redis` does not work here: Cloudflare Workers cannot share a connection among requests.',
      ],
      vercel: ['(ready)'],
      bun: ['(ready)'],
    },
  ],
  [
    'server: { name: s, version: 1.0.0, store: sqlite }',
    {
      vercel: ['The store `sqlite` does not work here: Vercel has no persistent disk that all instances share.'],
      lambda: ['The store `sqlite` does not work here: AWS Lambda has no persistent disk'],
      bun: ['(ready)'],
    },
  ],
  [
    `server: { name: s, version: 1.0.0, mode: code, environment: { AWS_REGION: { description: R. } } }
auth: { issuers: [https://login.example.com] }
tools: { one: { description: One. } }`,
    {
      cloudflare: [
        'Code mode runs scripts in threads, which Cloudflare Workers does not have: `run_code` returns an error.',
        '`auth` has no `resource`: the server cannot derive its own address.',
      ],
      lambda: ['AWS Lambda does not let you set the environment variable AWS_REGION.'],
    },
  ],
])('the list says what a platform cannot do: %s', async (definition, expected) => {
  const { exitCode, out } = await runPackage(await makeProject(`${definition}\n`));
  expect(exitCode).toBe(0);
  for (const [target, faults] of Object.entries(expected)) {
    const [section = ''] = new RegExp(`^${target} +.*\\n(?: {4,}.*\\n)*`, 'mu').exec(out) ?? [];
    for (const fault of faults) expect(section).toContain(fault);
  }
});

test('the list names a package that Cloudflare cannot load, as packaging does', async () => {
  const folder = await makeProject(`server: { name: s, version: 1.0.0 }
tools: { one: { description: One. } }
`);
  putFiles(folder, {
    'node_modules/own/package.json': '{ "name": "own", "version": "1.0.0", "main": "index.js" }',
    'node_modules/own/index.js': `exports.find = () => require('fs').readFileSync(__dirname + '/own.txt', 'utf8');`,
    'handlers/server.ts': `// @ts-expect-error: no types\nimport own from 'own';\nexport const setup = () => own.find();\n`,
  });
  const message = 'The package own cannot be bundled (it uses files of its own folder), and Cloudflare Workers';
  const { exitCode, out } = await runPackage(folder);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^cloudflare .*(?<!\(ready\))\n/mu);
  expect(out).toContain(message);
  expect(out).toMatch(/^bun .*\(ready\)$/mu);
  expect((await runPackage(folder, 'cloudflare')).error).toContain(message);
});

test('what works in part is said with its place, once for all platforms', async () => {
  const folder = await makeProject(`
server: { name: s, version: 1.0.0, capabilities: { tools: { listChanged: true } } }
tools:
  bake:
    description: Bakes.
    task: optional
    elicitations:
      sure: { message: Sure?, requestedSchema: { type: object, properties: { ok: { type: boolean } } } }
`);
  const { exitCode, error } = await runPackage(folder, 'cloudflare', 'deno', 'bun');
  expect(exitCode).toBe(0);
  expect(error).toContain(
    'warning package-advice: cloudflare, deno: The platform stops a program after its last response, so the task of `bake` would not finish.',
  );
  expect(error).toContain(
    's.mcp.yaml:2:9 warning package-advice: cloudflare, deno: Without a store, sessions are off: clients that use 2025-11-25 or older get no questions (`elicitations`) and no notifications',
  );
  expect(read('deno/README.md', folder)).toContain('This server elicits input: set it.');
});

test('a Worker gets modules of Node by their full names, also in packages with CommonJS', async () => {
  vi.stubEnv('ACME_KEY', 'k');
  const folder = await makeProject(fullDefinition, {
    'handlers/tools/count-books.ts': `import { shorten } from 'plain-words';
      import { sep } from 'path';
      import type { CountBooks } from '../../generated/handlers.ts';
      export const countBooks: CountBooks = () => shorten('a/b') + sep;`,
    'node_modules/plain-words/package.json': '{ "name": "plain-words", "version": "1.0.0" }',
    'node_modules/plain-words/index.js': `const { basename } = require('path');\nexports.shorten = (text) => basename(text);`,
    'node_modules/plain-words/index.d.ts': 'export function shorten(text: string): string;',
  });
  expect(await runPackage(folder, 'cloudflare')).toMatchObject({ exitCode: 0 });
  const text = read('cloudflare/server.mjs', folder);
  const imported = [...text.matchAll(/(?:from|import)\s*\(?"([^"]+)"/gu)].map(([, name]) => name);
  expect(new Set(imported)).toEqual(new Set(['node:path']));
  const { default: program } = await load('cloudflare/server.mjs', folder);
  expect(await callTool((program as { readonly fetch: Serve }).fetch, 'auto')).toBe('b/');
});

test('a default stays a text, whatever it looks like', async () => {
  const hostile = String.raw`"; process.exit(1); // ${'`'}\${process.exit(1)} ' \ </script> {{x}} !Ref A`;
  const folder = await makeProject(`
server:
  name: s
  version: 1.0.0
  environment:
    ONE: { title: x, description: y, default: ${JSON.stringify(hostile)} }
    TWO: { title: x, description: y, default: yes, type: string }
tools: { count_books: { description: z } }
`);
  expect(await runPackage(folder, 'vercel', 'cloudflare', 'lambda')).toMatchObject({ exitCode: 0 });
  const { default: program } = await load('vercel/api/server.mjs', folder);
  expect(await callTool((program as { readonly fetch: Serve }).fetch, 'auto')).toBe('none none none none none');
  expect(process.env['ONE']).toBe(hostile);
  expect((await readPackaged(folder, 'cloudflare/wrangler.jsonc'))['vars']).toEqual({ ONE: hostile, TWO: 'yes' });
  expect(parse(read('lambda/template.yaml', folder), { version: '1.1' })).toMatchObject({
    Parameters: { One: { Default: hostile }, Two: { Default: 'yes' } },
  });
});
