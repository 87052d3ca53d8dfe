import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { findClients } from '../../generator/cli/doctor/find-clients.js';
import { createProject } from '../kit/build-server.js';
import { readTree } from '../write/project-fixture.js';
import { runInMemory } from './run-in-memory.js';

const api = `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: 'https://shop.example' }]
security: [{ key: [], other: [] }]
paths: { /a: { get: { operationId: a, summary: A., responses: { '200': { description: ok } } } } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: K }, other: { type: http, scheme: bearer } } }
`;

async function project(files: { readonly [file: string]: string }) {
  const { folder } = await createProject(files);
  await rm(path.join(folder, 'node_modules'), { recursive: true });
  return folder;
}

test('a project is looked over and not changed', async () => {
  const folder = await project({
    'package.json': '{ "name": "shop" }',
    '.env': 'SHOP__SHOP__KEY=" x "\nSHOP__SHOP__OTHER_TOKEN=\n',
    '.cursor/mcp.json': '{ "mcpServers": { "shop": { "env": { "SECRET": "s3cret" } } } }',
    '.vscode/mcp.json': '{ "servers": {} }',
    'definitions/shop.openapi.yaml': api,
    'definitions/more.mcp.yaml': 'tools: { greet: { description: Greets. } }\n',
  });
  await mkdir(path.join(folder, 'dist'));
  await writeFile(path.join(folder, 'dist/server.mjs'), '');
  const before = await readTree(folder);
  const { exitCode, out, error } = await runInMemory(['doctor'], { cwd: folder });
  expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
  expect(out).toMatch(/^ok {4}Node \d+\.\d+\.\d+ on \w+ \w+, create-mcp-from-schema \d+\.\d+\.\d+\n/u);
  expect(out).toContain('ok    Definitions: 2 tools\n');
  expect(out).toContain('ok    Generated files are up to date\n');
  expect(out).toContain('note  To implement: handlers/tools/greet.ts\n');
  expect(out).toContain('note  The generator is not installed in the project\n      Run `npm install`.\n');
  expect(out).toContain('ok    dist/server.mjs is built\n');
  expect(out).toContain('note  Environment variables not set: SHOP__SHOP__OTHER_TOKEN\n');
  expect(out).toContain(`ok    Cursor has this server configured: ${path.join(folder, '.cursor/mcp.json')}\n`);
  expect(out).toContain(
    `note  VS Code does not have this server configured: ${path.join(folder, '.vscode/mcp.json')}\n`,
  );
  expect(out).not.toContain('s3cret');
  expect(await readTree(folder)).toEqual(before);
});

test('what is stale, old, orphaned or edited by hand is named, and is a failure where it has to be', async () => {
  const folder = await project({
    'definitions/x.mcp.yaml': 'server: { name: x, version: 1.0.0 }\ntools: { greet: { description: Greets. } }\n',
  });
  await mkdir(path.join(folder, 'dist'));
  await writeFile(path.join(folder, 'dist/server.mjs'), '');
  await utimes(path.join(folder, 'dist/server.mjs'), 1, 1);
  await writeFile(path.join(folder, 'generated/types.ts'), 'edited');
  await writeFile(path.join(folder, 'definitions/x.mcp.yaml'), 'server: { name: x, version: 1.0.0 }\n');
  const { exitCode, out, error } = await runInMemory(['doctor', '--root', folder]);
  expect({ exitCode, error }).toEqual({ exitCode: 1, error: '' });
  expect(out).toContain('ok    Definitions: an empty server\n');
  expect(out).toMatch(
    /FAIL {2}Generated files: \d+ out of date, some of them edited by hand\n {6}Run .*generate --force/u,
  );
  expect(out).toContain('note  No longer defined; delete what you do not need: handlers/tools/greet.ts\n');
  expect(out).toContain('note  dist/server.mjs is older than the generated files\n      Run `npm run build`.\n');
});

test('errors in definitions are shown where they are', async () => {
  const folder = makeFolder({ 'definitions/x.mcp.yaml': 'serve: {}\n' });
  const { exitCode, out, error } = await runInMemory(['doctor'], { cwd: folder });
  expect(exitCode).toBe(1);
  expect(error).toContain('definitions/x.mcp.yaml:1:1 error unknown-key');
  expect(out).toContain('FAIL  The definitions have errors\n');
  expect(out).toContain('note  generated/manifest.json does not exist: nothing has been generated yet\n');
});

test('a folder that does not exist is wrong usage', async () => {
  expect((await runInMemory(['doctor', '--root', '/no/such/folder'])).exitCode).toBe(2);
});

test.each([
  ['darwin', 'Library/Application Support/Claude/claude_desktop_config.json', {}],
  ['linux', '.config/Claude/claude_desktop_config.json', {}],
  ['linux', '.claude.json', {}],
  ['linux', '.cursor/mcp.json', {}],
  ['linux', '.codeium/windsurf/mcp_config.json', {}],
])('on %s a client is found by %s', async (platform, file, environment) => {
  const home = makeFolder();
  await mkdir(path.dirname(path.join(home, file)), { recursive: true });
  const variables = Object.entries(environment).map(([name, value]) => [name, path.join(home, String(value))]);
  const machine = { home, platform, environment: Object.fromEntries(variables) as { [name: string]: string } };
  const find = async (text: string) => {
    await writeFile(path.join(home, file), text);
    return (await findClients('/me/shop', 'my.shop', machine)).map(({ state }) => state);
  };
  expect(await find('{ "mcpServers": { "my.shop": {} } }')).toEqual(['fine']);
  expect(await find('{ "mcpServers": { "x": { "args": ["/me/shop/dist/server.mjs"] } } }')).toEqual(['fine']);
  expect(await find('{ "mcpServers": { "x": { "args": ["\\\\me\\\\shop\\\\dist\\\\server.mjs"] } } }')).toEqual([
    'fine',
  ]);
  expect(await find('// a comment\n{ "mcpServers": { "my-shop": { "args": ["/me/shopping/server.mjs"] } } }')).toEqual([
    'note',
  ]);
});

test('what keeps a run from reading the definitions is not blamed on them', async () => {
  const folder = makeFolder({
    'definitions/x.mcp.yaml': 'server: { name: x, version: 1.0.0 }\n',
    'generated/.journal/journal.json': '{}',
  });
  const { exitCode, out } = await runInMemory(['doctor', '--root', folder]);
  expect(exitCode).toBe(1);
  expect(out).toContain(
    'FAIL  The definitions were not checked, because of a problem with the generated folder\n      See above.\n',
  );
});
