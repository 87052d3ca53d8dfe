import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { openMcpb } from './open-mcpb.js';
import {
  fullDefinition,
  makeProject,
  packageFull,
  readPackaged,
  runPackage,
  settingVariables,
  userSettings,
} from './packaged-projects.js';

const { getMcpConfigForManifest, unpackExtension, v0_3, validateManifest } = await openMcpb();
const { folder: full, made } = await packageFull();

test('the manifest has everything that the definition says', async () => {
  expect(made).toMatchObject({ exitCode: 0, error: '', out: expect.stringContaining('Packaged mcpb') as string });
  expect(await readPackaged(full, 'mcpb/manifest.json')).toEqual({
    manifest_version: '0.3',
    name: 'acme-shelf',
    display_name: 'The Shelf',
    version: '1.4.0',
    description: 'Looks after the shelves of a warehouse.',
    long_description: 'Counts **books** on shelves.',
    author: { name: 'Jane Doe', email: 'jane@example.com', url: 'https://jane.example.com' },
    repository: { type: 'git', url: 'https://github.com/acme/shelf' },
    homepage: 'https://shelf.example.com/about',
    support: 'https://github.com/acme/shelf/issues',
    icon: 'images/icon-1.png',
    icons: [
      { src: 'images/icon-1.png', size: '1x1' },
      { src: 'images/icon-2.png', size: '1x1', theme: 'dark' },
    ],
    screenshots: ['images/screenshot-1.png'],
    server: {
      type: 'node',
      entry_point: 'start.mjs',
      mcp_config: {
        command: 'node',
        args: ['${__dirname}/start.mjs'],
        env: settingVariables,
      },
    },
    tools: [{ name: 'count_books', description: 'Counts books.' }],
    prompts: [{ name: 'tidy', description: 'Tidies a shelf.', arguments: ['shelf'], text: 'Tidy ${arguments.shelf}.' }],
    keywords: ['warehouse', 'books'],
    license: 'Apache-2.0 OR MIT',
    privacy_policies: ['https://shelf.example.com/privacy'],
    compatibility: { runtimes: { node: '>=20.19.0' } },
    user_config: userSettings,
  });
});

/** Unpacks a bundle as hosts do; gives its folder. */
async function unpack(project: string, name: string): Promise<string> {
  const folder = path.join(makeFolder(), 'unpacked');
  const mcpbPath = path.join(project, 'packages', 'mcpb', name);
  expect(await unpackExtension({ mcpbPath, outputDir: folder, silent: true })).toBe(true);
  return folder;
}

/** Starts the server of an unpacked bundle as a host does with these settings, and calls its tool. */
async function callTool(
  folder: string,
  userConfig: { readonly [key: string]: string | number | boolean },
): Promise<unknown> {
  const manifest = v0_3.McpbManifestSchema.parse(
    JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')),
  );
  const config = await getMcpConfigForManifest({
    manifest,
    extensionPath: folder,
    systemDirs: {},
    userConfig,
    pathSeparator: path.sep,
  });
  if (!config) throw new Error('A required setting is missing.');
  const client = new Client({ name: 'host', version: '1.0.0' });
  const { args = [], env = {} } = config;
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  try {
    return (await client.callTool({ name: 'count_books', arguments: {} })).content;
  } finally {
    await client.close();
  }
}

test("the format's own validator accepts the bundle, which starts in a folder of its own and gets its settings", async () => {
  const folder = await unpack(full, 'acme-shelf.mcpb');
  expect(validateManifest(path.join(folder, 'manifest.json'))).toBe(true);
  const settings = { acme_key: 'k1', limit: 3, verbose: true, acme_folder: '/books' };
  expect(await callTool(folder, settings)).toEqual([{ type: 'text', text: 'k1 north 3 true /books' }]);
  // Settings that the user leaves empty are not in the environment of the server.
  expect(await callTool(folder, { acme_key: 'k1', acme_folder: '' })).toEqual([
    { type: 'text', text: 'k1 north 20 none none' },
  ]);
  await expect(callTool(folder, {})).rejects.toThrow('required');
});

const native = {
  'handlers/tools/count-books.ts': `import { words } from 'native-words';
    import type { CountBooks } from '../../generated/handlers.ts';
    export const countBooks: CountBooks = () => words();`,
  'package.json': JSON.stringify({ type: 'module', dependencies: { 'native-words': '2.0.0' } }),
  'node_modules/native-words/package.json': JSON.stringify({
    name: 'native-words',
    version: '2.0.0',
    dependencies: { 'plain-words': '1.0.0' },
  }),
  'node_modules/native-words/index.js': `exports.words = () => require('plain-words') + ' ' + require('node:fs').existsSync(__dirname + '/build/words.node');`,
  'node_modules/native-words/build/words.node': new Uint8Array([0, 1, 2, 255]),
  'node_modules/native-words/build/words.o': 'left out',
  'node_modules/native-words/binding.gyp': '{}',
};

const plain = {
  'node_modules/plain-words/package.json': '{ "name": "plain-words", "version": "1.0.0" }',
  'node_modules/plain-words/index.js': `module.exports = 'words';`,
};

test('packages with native code are in the bundle, with those that they need', async () => {
  const folder = await makeProject(fullDefinition, { ...native, ...plain });
  const { exitCode, error } = await runPackage(folder, 'mcpb');
  expect(exitCode).toBe(0);
  expect(error).toContain(`runs only on ${process.platform}`);
  expect((await readPackaged(folder, 'mcpb/manifest.json'))['compatibility']).toMatchObject({
    platforms: [process.platform],
  });
  const unpacked = await unpack(folder, 'acme-shelf.mcpb');
  expect(await callTool(unpacked, { acme_key: 'k' })).toEqual([{ type: 'text', text: 'words true' }]);
  await expect(readFile(path.join(unpacked, 'node_modules/native-words/build/words.o'))).rejects.toThrow('ENOENT');
});

test('a package that is not installed is named, and nothing is written', async () => {
  const folder = await makeProject(fullDefinition, native);
  const { exitCode, error } = await runPackage(folder, 'mcpb');
  expect(exitCode).toBe(1);
  expect(error).toContain('native-words needs the package plain-words, which is not in node_modules');
  await expect(readPackaged(folder, 'mcpb/manifest.json')).rejects.toThrow('ENOENT');
});
