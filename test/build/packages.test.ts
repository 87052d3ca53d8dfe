import { cpSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { askServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { runInMemory } from '../cli/run-in-memory.js';

const definition = `
server: { name: s, version: 1.0.0 }
tools: { use: { description: Uses a package. } }
`;

type Files = { readonly [file: string]: string };

const generated = await createProject({ 'definitions/s.mcp.yaml': definition });

/** Folder of a project whose tool has this code, with these packages installed. */
function createUser(code: string, packages: Files, dependencies: object = {}): string {
  const folder = makeFolder();
  cpSync(generated.folder, folder, { recursive: true, verbatimSymlinks: true });
  putFiles(folder, {
    'handlers/tools/use.ts': `import type { Use } from '../../generated/handlers.ts';\n${code}`,
    'package.json': JSON.stringify({ name: 's', type: 'module', dependencies }),
  });
  const files = Object.entries(packages).map(([file, text]) => [`node_modules/${file}`, text] as const);
  putFiles(folder, Object.fromEntries(files));
  return folder;
}

/** Builds a project; gives the path of its server. */
async function build(folder: string): Promise<string> {
  expect(await runInMemory(['build'], { cwd: folder })).toMatchObject({ exitCode: 0, error: '' });
  return path.join(folder, 'dist', 'server.mjs');
}

const stdio = { carrier: 'stdio', revision: '2025-06-18' } as const;

/** Answer of the tool, and what the server writes to stderr. */
async function callTool(server: string): Promise<{ readonly text: unknown; readonly stderr: string }> {
  const asked = await askServer(server, stdio);
  const answer = await asked.call('use');
  const stderr = await asked.close();
  return { text: answer.result?.content?.[0]?.text ?? answer.error, stderr };
}

const readManifest = async (folder: string): Promise<unknown> =>
  JSON.parse(await readFile(path.join(folder, 'dist/package.json'), 'utf8'));

test('a CommonJS package that requires modules of Node is bundled and works', async () => {
  const project = createUser(`import old from 'old';\nexport const use: Use = () => old.name();`, {
    'old/package.json': '{ "name": "old", "version": "1.2.3" }',
    'old/index.js': `const events = require('events');
      class Kept extends events.EventEmitter {}
      exports.name = () => Kept.name + ' ' + typeof require('./lib/more').join;`,
    'old/lib/more.js': `exports.join = require('node:path').join;`,
  });
  expect(await callTool(await build(project))).toEqual({ text: 'Kept function', stderr: '' });
  expect(await readdir(path.join(project, 'dist'))).not.toContain('package.json');
});

test('a package that bundled code requires only where it is installed may be missing', async () => {
  const code = `import old from 'old';\nexport const use: Use = () => old.find();`;
  const project = createUser(code, {
    'old/package.json': '{ "name": "old", "version": "1.2.3" }',
    'old/index.js': `exports.native = () => require('not-installed/native');
      exports.find = () => { try { return exports.native(); } catch (error) { return error.code; } };`,
  });
  expect((await callTool(await build(project))).text).toBe('MODULE_NOT_FOUND');
});

test.each([
  [
    'reads a file of its own folder',
    {},
    `exports.find = () => require('fs').readFileSync(__dirname + '/own.txt', 'utf8');`,
  ],
  ['runs a script when it is installed', { scripts: { install: 'make' } }, `exports.find = () => 'own';`],
  ['is for one platform', { cpu: ['x64'] }, `exports.find = () => 'own';`],
  ['imports what cannot be bundled', {}, `exports.find = () => 'own'; exports.x = () => require('./own.node');`],
])('a package that %s stays outside, and dist/package.json names it', async (_, manifest, code) => {
  const packages = {
    'own/package.json': JSON.stringify({ name: 'own', version: '3.2.1', ...manifest }),
    'own/index.js': code,
    'own/own.txt': 'own',
    'own/own.node': 'no code',
  };
  const project = createUser(`import own from 'own';\nexport const use: Use = () => own.find();`, packages);
  expect((await callTool(await build(project))).text).toBe('own');
  expect(await readManifest(project)).toEqual({ private: true, type: 'module', dependencies: { own: '3.2.1' } });
});

test('a package that is installed nowhere here is named with the range of the project', async () => {
  const project = createUser(
    `export const use: Use = async () => String((await import('own')).default);`,
    {},
    { own: '^3.2.0' },
  );
  expect(await runInMemory(['build', '--external', 'own'], { cwd: project })).toMatchObject({ exitCode: 0 });
  expect(await readManifest(project)).toMatchObject({ dependencies: { own: '^3.2.0' } });
});

test('a comment about __dirname does not keep a package outside', async () => {
  const project = createUser(`import old from 'old';\nexport const use: Use = () => old.find();`, {
    'old/package.json': '{ "name": "old", "version": "1.0.0" }',
    'old/index.js': `/* join(__dirname, 'x') */ exports.find = () => 'bundled';`,
  });
  expect((await callTool(await build(project))).text).toBe('bundled');
  expect(await readdir(path.join(project, 'dist'))).not.toContain('package.json');
});

test('what a package outside needs stays outside with it, and so do the dependencies that it may load by name', async () => {
  const code = `import orm from 'orm';\nimport driver from 'driver';\nimport pure from 'pure';
    export const use: Use = () => [orm.driver === driver, orm.load('by-name'), pure.text].join();`;
  const dependencies = { orm: '1', driver: '1', pure: '1', 'by-name': '1' };
  const project = createUser(
    code,
    {
      'orm/package.json': '{ "name": "orm", "version": "1.0.0" }',
      'orm/index.js': `exports.driver = require('driver'); require('native'); exports.load = (name) => require(name).text;`,
      'native/package.json': '{ "name": "native", "version": "1.0.1", "gypfile": true }',
      'native/index.js': '',
      'driver/package.json': '{ "name": "driver", "version": "1.0.2" }',
      'driver/index.js': `exports.text = 'driver';`,
      'pure/package.json': '{ "name": "pure", "version": "1.0.3" }',
      'pure/index.js': `exports.text = 'pure';`,
      'by-name/package.json': '{ "name": "by-name", "version": "1.0.4" }',
      'by-name/index.js': `exports.text = 'found';`,
    },
    dependencies,
  );
  expect((await callTool(await build(project))).text).toBe('true,found,pure');
  expect(await readManifest(project)).toMatchObject({
    dependencies: { orm: '1.0.0', driver: '1.0.2', 'by-name': '1.0.4' },
  });
});

test('an error of a handler names the line of its TypeScript', async () => {
  const project = createUser(`export const use: Use = () => {\n  throw new TypeError('here');\n};`, {});
  const { text, stderr } = await callTool(await build(project));
  expect(text).toBe('here');
  expect(stderr).toMatch(/ ERROR: here\n {2}TypeError\n {4}at .*handlers[\\/]tools[\\/]use\.ts:3:9\)?\n/u);
});

test('a server whose handlers crash when they are loaded says why on stderr', async () => {
  const project = createUser(`throw new Error('no such database');\nexport const use: Use = () => '';`, {});
  const { text, stderr } = await callTool(await build(project));
  expect(text).toMatchObject({ code: -32603 });
  expect(stderr).toMatch(/ERROR: no such database\n {4}at .*handlers[\\/]tools[\\/]use\.ts:2:7/u);
});

test('build names the packages outside, removes what an earlier build wrote and keeps other files', async () => {
  const project = createUser(`import own from 'own';\nexport const use: Use = () => own.find();`, {
    'own/package.json': '{ "name": "own", "version": "3.2.1", "gypfile": true }',
    'own/index.js': `exports.find = () => 'own';`,
  });
  putFiles(project, { 'dist/chunk-OLD.mjs': '', 'dist/.dev-1-1.mjs': '', 'dist/notes.txt': '' });
  const built = await runInMemory(['build'], { cwd: project });
  expect(built).toMatchObject({ exitCode: 0, error: '' });
  expect(built.out).toMatch(/^Built dist\/server\.mjs: \d+ files, \d+ kB\.$/mu);
  expect(built.out).toContain('  own 3.2.1: it has parts for one platform\n');
  const files = await readdir(path.join(project, 'dist'));
  expect(files).toEqual(expect.arrayContaining(['.dev-1-1.mjs', 'notes.txt', 'package.json', 'server.mjs']));
  expect(files).not.toContain('chunk-OLD.mjs');
  const bundled = await runInMemory(['build', '--bundle', 'own', '--sourcemap=false'], { cwd: project });
  expect(bundled).toMatchObject({ exitCode: 0, error: '' });
  const others = await readdir(path.join(project, 'dist'));
  expect(others.filter((file) => file === 'package.json' || file.endsWith('.map'))).toEqual([]);
  const external = await runInMemory(['build', '--bundle', 'own', '--external', 'own'], { cwd: project });
  expect(external.out).toContain('  own 3.2.1: --external\n');
});
