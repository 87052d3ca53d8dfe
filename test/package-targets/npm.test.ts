import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { runNpm } from '../../generator/tools/scaffold/pack-generator.js';
import { makeFolder } from '../kit/make-folder.js';
import { packageFull, readPackaged } from './packaged-projects.js';

const { folder: full, made } = await packageFull();

test('package.json has everything that the definition says', async () => {
  expect(made).toMatchObject({ exitCode: 0, error: '' });
  expect(await readPackaged(full, 'npm/package.json')).toEqual({
    name: '@acme/shelf-mcp',
    version: '1.4.0',
    description: 'Looks after the shelves of a warehouse.',
    keywords: ['mcp', 'mcp-server', 'model-context-protocol', 'warehouse', 'books'],
    homepage: 'https://shelf.example.com/about',
    bugs: { url: 'https://github.com/acme/shelf/issues' },
    repository: { type: 'git', url: 'git+https://github.com/acme/shelf.git' },
    license: 'Apache-2.0 OR MIT',
    author: { name: 'Jane Doe', email: 'jane@example.com', url: 'https://jane.example.com' },
    type: 'module',
    bin: { 'shelf-mcp': 'dist/server.mjs' },
    files: ['dist', 'LICENSE'],
    engines: { node: '>=20.19' },
    mcpName: 'io.github.acme/shelf',
    publishConfig: { access: 'public' },
  });
});

test('the README says how the server is started, and which settings and tools it has', async () => {
  const text = await readFile(path.join(full, 'packages/npm/README.md'), 'utf8');
  expect(text).toContain('"args": [\n        "-y",\n        "@acme/shelf-mcp"\n      ]');
  expect(text).toContain('| `ACME_KEY` | API key: From your account page. | required, secret |  |');
  expect(text).toContain('- `count_books`: Counts books.');
  expect(text).not.toContain('forget_books');
});

test('npm packs and installs the package in an empty folder, and an official client calls its command', async () => {
  const folder = makeFolder();
  await runNpm(['pack', '--pack-destination', folder, '--loglevel=error'], path.join(full, 'packages/npm'));
  const [tarball = ''] = await readdir(folder);
  const options = ['--no-audit', '--no-fund', '--offline', '--loglevel=error'];
  await runNpm(['install', ...options, '--prefix', folder, path.join(folder, tarball)], folder);
  const installed = path.join(folder, 'node_modules/@acme/shelf-mcp');
  expect((await readdir(installed)).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  const client = new Client({ name: 'host', version: '1.0.0' });
  const command = path.join(folder, 'node_modules/.bin', process.platform === 'win32' ? 'shelf-mcp.cmd' : 'shelf-mcp');
  await client.connect(
    new StdioClientTransport({ command, env: { ACME_KEY: 'k9', PATH: process.env['PATH'] ?? '' }, stderr: 'ignore' }),
  );
  try {
    const { content } = await client.callTool({ name: 'count_books', arguments: {} });
    expect(content).toEqual([{ type: 'text', text: 'k9 none none none none' }]);
  } finally {
    await client.close();
  }
});
