import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { putFiles } from '../kit/make-folder.js';
import {
  bareDefinition,
  fullDefinition,
  makeProject,
  nativeWords,
  packageFull,
  readPackaged,
  runPackage,
} from './packaged-projects.js';

/** All files below `packages/`, as Base64. */
function readPackages(folder: string): { readonly [file: string]: string } {
  const root = path.join(folder, 'packages');
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => path.join(entry.parentPath, entry.name)).toSorted();
  return Object.fromEntries(paths.map((file) => [path.relative(root, file), readFileSync(file, 'base64')]));
}

const targets = ['mcpb', 'npm', 'registry', 'docker', 'plugin', 'skill', 'card'] as const;

test('two runs in two folders give the same bytes', async () => {
  const { folder: first, made } = await packageFull();
  expect(made).toMatchObject({ exitCode: 0, error: '' });
  const second = await makeProject(fullDefinition);
  expect(await runPackage(second, ...targets)).toMatchObject({ exitCode: 0 });
  const files = readPackages(first);
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['manifest.json', 'mcpb/acme-shelf.mcpb', 'npm/dist/server.mjs', 'registry/server.json']),
  );
  expect(readPackages(second)).toEqual(files);
  const again = await runPackage(first, 'npm');
  expect(again.out).not.toContain('written');
  expect(readPackages(first)).toEqual(files);
});

test('without targets the command lists all with what each lacks, and writes nothing', async () => {
  const folder = await makeProject(bareDefinition);
  const { exitCode, out } = await runPackage(folder);
  expect(exitCode).toBe(0);
  for (const target of targets) expect(out).toMatch(new RegExp(`^${target} `, 'mu'));
  expect(out).toContain('`package.author` is missing: `mcpb` needs it.');
  expect(() => readPackages(folder)).toThrow('ENOENT');
});

test('everything that targets lack is reported at once, a key that several need once', async () => {
  const folder = await makeProject(bareDefinition);
  const { exitCode, error } = await runPackage(folder, ...targets);
  expect(exitCode).toBe(1);
  for (const problem of [
    'definitions/s.mcp.yaml:2:9',
    '`server.description` is missing: `mcpb`, `npm`, `registry`, `plugin`, `skill` and `card` need it.',
    '`package.author` is missing: `mcpb` and `plugin` need it. Clients show the server author.',
    'Add `author: { name: Jane Doe }` under `package`.',
    '`package.npmName` is missing: `npm` needs it. It names the package.',
    '`package.license` is missing: `npm` needs it.',
    '`package.registryName` is missing: `registry` and `card` need it.',
    'server.json has no package and no URL',
    '`package.image` is missing: `docker` needs it. It names the image.',
    '`package.url` is missing: `card` needs it. It is the HTTP URL of the server.',
  ]) {
    expect(error).toContain(problem);
  }
  expect(error.match(/`server\.description` is missing/gu)).toHaveLength(1);
  expect(() => readPackages(folder)).toThrow('ENOENT');
});

test('packages with native code are installed next to the bundle, and refused for Workers', async () => {
  const folder = await makeProject(fullDefinition, nativeWords);
  expect((await runPackage(folder, 'cloudflare')).error).toContain('The package native-words cannot be bundled');
  expect(await runPackage(folder, 'npm', 'docker', 'vercel', 'deno', 'lambda')).toMatchObject({ exitCode: 0 });
  for (const target of ['npm', 'docker', 'vercel', 'deno', 'lambda/function']) {
    expect(await readPackaged(folder, `${target}/package.json`)).toMatchObject({
      dependencies: { 'native-words': '2.0.0' },
    });
  }
  const read = (file: string): string => readFileSync(path.join(folder, 'packages', file), 'utf8');
  const instructions = read('docker/Dockerfile').split('\n');
  expect(instructions).toContain('RUN npm install --omit=dev --no-audit --no-fund');
  expect(instructions).toContain('COPY --from=packages /app/node_modules node_modules');
  expect(read('docker/.dockerignore')).toContain('!package.json');
  expect(await readPackaged(folder, 'deno/deno.json')).toMatchObject({
    nodeModulesDir: 'auto',
    deploy: { install: 'deno install' },
  });
  expect(read('lambda/README.md')).toContain('sam build\nsam deploy');
});

test('--check and generate --check report packages that differ from definition and handlers', async () => {
  const folder = await makeProject(fullDefinition);
  await runPackage(folder, 'mcpb', 'npm');
  expect(await runPackage(folder, '--check')).toMatchObject({ exitCode: 0, out: 'Up to date: mcpb, npm.\n' });
  expect(await runInMemory(['generate', '--check'], { cwd: folder })).toMatchObject({ exitCode: 0, error: '' });
  const definition = path.join(folder, 'definitions/s.mcp.yaml');
  writeFileSync(definition, fullDefinition.replace("npmName: '@acme/shelf-mcp'", 'npmName: other-mcp'));
  const before = readPackages(folder);
  const other = await runInMemory(['generate', '--check'], { cwd: folder });
  expect(other).toMatchObject({ exitCode: 1 });
  expect(other.error).toContain('packages/npm/package.json');
  expect(other.error).toContain('Run `create-mcp-from-schema package` and commit the result.');
  expect(other.out).toContain('+  "name": "other-mcp",');
  await runInMemory(['generate'], { cwd: folder });
  const own = await runPackage(folder, '--check');
  expect(own).toMatchObject({ exitCode: 1 });
  expect(own.out).toContain('+  "name": "other-mcp",');
  expect(readPackages(folder)).toEqual(before);
  writeFileSync(definition, fullDefinition);
  await runInMemory(['generate'], { cwd: folder });
  const code = path.join(folder, 'handlers/tools/count-books.ts');
  writeFileSync(code, readFileSync(code, 'utf8').replace("join(' ')", "join('+')"));
  const changed = await runPackage(folder, '--check');
  expect(changed.error).toContain('packages/mcpb/acme-shelf.mcpb');
  expect(changed.out).toMatch(/\+\d+ bytes, SHA-256 [0-9a-f]{64}/u);
});

test('generate --check bundles as the packages were bundled, in whatever folder they are', async () => {
  const folder = await makeProject(fullDefinition, {
    'handlers/tools/count-books.ts': `import { words } from 'plain-words';
      import type { CountBooks } from '../../generated/handlers.ts';
      export const countBooks: CountBooks = () => words();`,
    'node_modules/plain-words/package.json': '{ "name": "plain-words", "version": "2.0.0" }',
    'node_modules/plain-words/index.js': `exports.words = () => 'words';`,
  });
  const release = ['--out', 'out/release'];
  const made = await runPackage(folder, 'npm', ...release, '--external', 'plain-words');
  expect(made).toMatchObject({ exitCode: 0, out: expect.stringContaining('npm publish out/release/npm') });
  const manifest = path.join(folder, 'out/release/npm/package.json');
  expect(readFileSync(manifest, 'utf8')).toContain('"plain-words": "2.0.0"');
  const checkAll = () => runInMemory(['generate', '--check'], { cwd: folder });
  expect(await checkAll()).toMatchObject({ exitCode: 0, error: '' });
  expect(await runPackage(folder, '--check', ...release)).toMatchObject({ exitCode: 0, error: '' });
  // A later run without the option bundles in the same way, too.
  expect(await runPackage(folder, 'skill', ...release)).toMatchObject({ exitCode: 0 });
  expect(readFileSync(manifest, 'utf8')).toContain('"plain-words": "2.0.0"');
  writeFileSync(
    path.join(folder, 'node_modules/plain-words/package.json'),
    '{ "name": "plain-words", "version": "2.1.0" }',
  );
  const stale = await checkAll();
  expect(stale.exitCode).toBe(1);
  expect(stale.error).toContain('out/release/npm/package.json');
  expect(stale.error).toContain('Run `create-mcp-from-schema package --out out/release` and commit the result.');
  expect(await runPackage(folder, 'npm', ...release, '--bundle', 'plain-words', '--external', 'other')).toMatchObject({
    exitCode: 0,
  });
  expect(readFileSync(manifest, 'utf8')).not.toContain('plain-words');
  expect(await checkAll()).toMatchObject({ exitCode: 0, error: '' });
});

test('generate --check passes when only a part of the packages is under version control', async () => {
  const folder = await makeProject(fullDefinition);
  await runPackage(folder, 'mcpb', 'npm');
  rmSync(path.join(folder, 'packages/npm'), { recursive: true });
  rmSync(path.join(folder, 'packages/mcpb/acme-shelf.mcpb'));
  expect(await runInMemory(['generate', '--check'], { cwd: folder })).toMatchObject({ exitCode: 0, error: '' });
  expect(await runPackage(folder, '--check')).toMatchObject({ exitCode: 1 });
});

test('a package that was edited by hand is kept, and overwritten with --force', async () => {
  const folder = await makeProject(fullDefinition);
  await runPackage(folder, 'npm');
  const file = path.join(folder, 'packages/npm/package.json');
  writeFileSync(file, '{}');
  const { exitCode, error } = await runPackage(folder, 'npm');
  expect(exitCode).toBe(1);
  expect(error).toContain('packages/npm/package.json');
  expect(readFileSync(file, 'utf8')).toBe('{}');
  expect(await runPackage(folder, 'npm', '--force')).toMatchObject({ exitCode: 0 });
  expect(readFileSync(file, 'utf8')).toContain('@acme/shelf-mcp');
});

test('files in packages that are not part of them are named and stay', async () => {
  const folder = await makeProject(fullDefinition);
  await runPackage(folder, 'npm');
  const file = path.join(folder, 'packages/npm/dist/secret.txt');
  writeFileSync(file, 'mine');
  const { exitCode, out } = await runPackage(folder, 'npm');
  expect(exitCode).toBe(0);
  expect(out).toContain('Not part of the packages');
  expect(out).toContain('packages/npm/dist/secret.txt');
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('generated code of other definitions is not packaged', async () => {
  const folder = await makeProject(fullDefinition);
  putFiles(folder, { 'definitions/s.mcp.yaml': fullDefinition.replace('Counts books.', 'Counts all books.') });
  const { exitCode, error } = await runPackage(folder, 'npm');
  expect(exitCode).toBe(1);
  expect(error).toContain('generated/ is out of date.');
  expect(error).toContain('definitions/s.mcp.yaml');
  expect(() => readPackages(folder)).toThrow('ENOENT');
});

test('nothing is written behind a link', async () => {
  const folder = await makeProject(fullDefinition);
  const elsewhere = path.join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, path.join(folder, 'packages'));
  const { exitCode, error } = await runPackage(folder, 'npm');
  expect(exitCode).toBe(1);
  expect(error).toContain('symbolic link');
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('errors of handlers and definitions are reported with their places, and nothing is written', async () => {
  const folder = await makeProject(fullDefinition, { 'handlers/tools/count-books.ts': 'export const = 1;' });
  const broken = await runPackage(folder, 'npm');
  expect(broken).toMatchObject({ exitCode: 1 });
  expect(broken.error).toContain('handlers/tools/count-books.ts:1:14');
  putFiles(folder, { 'definitions/s.mcp.yaml': fullDefinition.replace('license: Apache-2.0', 'license: Apache-2') });
  const { exitCode, error } = await runPackage(folder, 'npm');
  expect(exitCode).toBe(1);
  expect(error).toContain('definitions/s.mcp.yaml:18:12 error invalid-package');
  expect(error).toContain('did you mean `Apache-2.0`?');
  expect(() => readPackages(folder)).toThrow('ENOENT');
});
