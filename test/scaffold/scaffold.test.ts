import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { appsPackage, appsPeers } from '../../generator/features/views/view-files.js';
import { buildModel } from '../kit/build-model.js';
import { makeFolder } from '../kit/make-folder.js';
import { compileTemplates } from '../../generator/core/code/templates.js';
import type { GenerateOptions, GenerateReport } from '../../generator/generate.js';
import { PackError } from '../../generator/tools/scaffold/pack-generator.js';
import { scaffold } from '../../generator/tools/scaffold/scaffold.js';
import { readProjectTemplates } from './read-project-templates.js';

vi.mock('../../generator/tools/runs/run-generator.js', () => ({ runGenerator: undefined }));
vi.mock('../../generator/core/package/load-package.js', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  loadPackage: () => ({ render: compileTemplates(projectTemplates) }),
}));
vi.mock('../../generator/core/package/package-version.js', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  isPublished,
}));

const isPublished = vi.hoisted(() => vi.fn<() => boolean>());
const projectTemplates = await readProjectTemplates();
const identity = { name: 'shop', title: 'Shop', description: 'Sells.' };
const generated: GenerateReport = {
  ok: true,
  diagnostics: [],
  sources: new Map(),
  summary: { tools: 1, prompts: 1, resources: 1, resourceTemplates: 0 },
};
const pack = vi.fn<(folder: string) => Promise<void>>();
const generate = vi.fn<(options: GenerateOptions) => Promise<GenerateReport>>();

beforeEach(() => {
  isPublished.mockReset().mockReturnValue(false);
  pack.mockReset().mockResolvedValue(undefined);
  generate.mockReset().mockResolvedValue(generated);
});

test('a project is written, the generator packed, and run once', async () => {
  const directory = join(makeFolder(), 'new', 'shop');
  expect(await scaffold({ ...identity, directory }, { pack, generate })).toMatchObject({ kind: 'created', generated });
  expect(pack.mock.calls).toEqual([[join(directory, 'vendor')]]);
  expect(generate.mock.calls[0]?.[0]).toEqual({
    root: directory,
    definitions: 'definitions',
    handlers: 'handlers',
    out: 'generated',
    check: false,
    force: false,
    strict: false,
  });
  expect((await readdir(directory)).toSorted()).toEqual([
    '.dockerignore',
    '.github',
    '.gitignore',
    '.prettierignore',
    '.prettierrc.json',
    '.vscode',
    'AGENTS.md',
    'CLAUDE.md',
    'Dockerfile',
    'README.md',
    'definitions',
    'handlers',
    'package.json',
    'test',
    'tsconfig.json',
  ]);
});

test('the tools of a project are those of the generator', async () => {
  const directory = makeFolder();
  await scaffold({ ...identity, directory }, { pack, generate });
  const read = async (path: string | URL): Promise<Record<string, Record<string, string>>> =>
    JSON.parse(await readFile(path, 'utf8')) as Record<string, Record<string, string>>;
  const own = await read(new URL('../../package.json', import.meta.url));
  expect((await read(join(directory, 'package.json')))['devDependencies']).toEqual({
    '@types/node': own['devDependencies']?.['@types/node'],
    'create-mcp-from-schema': `file:./vendor/create-mcp-from-schema-${String(own['version'])}.tgz`,
    typescript: own['devDependencies']?.['typescript'],
  });
});

test.each([
  ['npm', ['@modelcontextprotocol/ext-apps']],
  ['yarn', ['@modelcontextprotocol/client', '@modelcontextprotocol/core', '@modelcontextprotocol/ext-apps', 'zod']],
])('a project with views lists the packages that %s does not add by itself', async (manager, names) => {
  const directory = makeFolder();
  const packages = [{ name: appsPackage, purpose: 'views', isDev: true, peers: appsPeers }] as const;
  generate.mockResolvedValue({ ...generated, model: buildModel({ packages }) });
  await scaffold({ ...identity, directory, manager }, { pack, generate });
  const { devDependencies } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const usual = new Set(['@types/node', 'create-mcp-from-schema', 'typescript']);
  expect(
    Object.keys(devDependencies)
      .filter((name) => !usual.has(name))
      .toSorted(),
  ).toEqual(names);
});

test('the project of a published generator refers to its version, and has no copy of it', async () => {
  isPublished.mockReturnValue(true);
  const directory = makeFolder();
  await scaffold({ ...identity, directory }, { pack, generate });
  expect(pack).not.toHaveBeenCalled();
  const read = async (path: string | URL): Promise<string> => readFile(path, 'utf8');
  const own = JSON.parse(await read(new URL('../../package.json', import.meta.url))) as { readonly version: string };
  const { devDependencies } = JSON.parse(await read(join(directory, 'package.json'))) as {
    readonly devDependencies: { readonly [name: string]: string };
  };
  expect(devDependencies['create-mcp-from-schema']).toBe(`^${own.version}`);
  for (const file of ['Dockerfile', 'README.md'])
    expect(await read(join(directory, file)), file).not.toContain('vendor');
});

test('a project of pnpm answers its question about install scripts, unless a workspace around it does', async () => {
  const root = makeFolder();
  const file = join(root, 'shop', 'pnpm-workspace.yaml');
  await scaffold({ ...identity, directory: join(root, 'shop'), manager: 'pnpm' }, { pack, generate });
  expect(parse(await readFile(file, 'utf8'))).toEqual({ packages: ['.'], allowBuilds: { esbuild: false } });
  await writeFile(join(root, 'pnpm-workspace.yaml'), 'packages: [more/*]\n');
  for (const [manager, folder] of [
    ['pnpm', 'more/a'],
    ['npm', 'b'],
  ] as const) {
    const directory = join(root, folder);
    await scaffold({ ...identity, directory, manager }, { pack, generate });
    expect(await readdir(directory)).not.toContain('pnpm-workspace.yaml');
  }
});

test('a project of Yarn 2 or later keeps packages in folders, unless a workspace around it decides', async () => {
  const root = makeFolder();
  const create = async (folder: string, managerVersion: string): Promise<readonly string[]> => {
    const directory = join(root, folder);
    await scaffold({ ...identity, directory, manager: 'yarn', managerVersion }, { pack, generate });
    return (await readdir(directory)).filter((name) => /yarn/u.test(name));
  };
  expect(await create('new', '4.18.1')).toEqual(['.yarnrc.yml', 'yarn.lock']);
  expect(parse(await readFile(join(root, 'new/.yarnrc.yml'), 'utf8'))).toEqual({ nodeLinker: 'node-modules' });
  // An empty lockfile makes the folder a project of its own.
  expect(await readFile(join(root, 'new/yarn.lock'), 'utf8')).toBe('');
  expect(await readFile(join(root, 'new/.gitignore'), 'utf8')).toContain('\n.yarn/*\n');
  expect(await create('classic', '1.22.22')).toEqual([]);
  await writeFile(join(root, 'package.json'), '{ "workspaces": ["*"] }');
  expect(await create('workspace', '4.18.1')).toEqual([]);
});

test('a folder that holds nothing but .git, .vscode and .DS_Store is filled, and these stay', async () => {
  const directory = makeFolder();
  await mkdir(join(directory, '.git'));
  await writeFile(join(directory, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  await writeFile(join(directory, '.DS_Store'), 'finder');
  await mkdir(join(directory, '.vscode'));
  await writeFile(join(directory, '.vscode', 'launch.json'), '{}');
  expect(await scaffold({ ...identity, directory }, { pack, generate })).toMatchObject({ kind: 'created' });
  expect(await readdir(directory)).toEqual(expect.arrayContaining(['.git', '.gitignore', 'package.json']));
  expect(await readFile(join(directory, '.git', 'HEAD'), 'utf8')).toBe('ref: refs/heads/main\n');
  expect(await readFile(join(directory, '.DS_Store'), 'utf8')).toBe('finder');
  expect(await readFile(join(directory, '.vscode/launch.json'), 'utf8')).toBe('{}');
});

test.each(['pack', 'generate'])('interrupted while it is at %s, it leaves nothing behind', async (step) => {
  const parent = makeFolder();
  const controller = new AbortController();
  pack.mockImplementation(async (folder) => {
    await mkdir(folder, { recursive: true });
    if (step === 'pack') controller.abort();
  });
  generate.mockImplementation(async () => {
    controller.abort();
    return generated;
  });
  const directory = join(parent, 'shop');
  const report = await scaffold({ ...identity, directory, signal: controller.signal }, { pack, generate });
  expect(report).toEqual({ kind: 'interrupted' });
  expect(await readdir(parent)).toEqual([]);
});

describe('a refusal leaves everything as it was', () => {
  test('for a folder that is not empty', async () => {
    const directory = makeFolder();
    await writeFile(join(directory, 'mine.txt'), 'mine');
    const report = await scaffold({ ...identity, directory }, { pack, generate });
    expect(report).toEqual({
      kind: 'refused',
      reason: `${directory} is not empty. Choose a new or an empty folder.`,
    });
    expect(await readdir(directory)).toEqual(['mine.txt']);
    expect(pack).not.toHaveBeenCalled();
  });

  test('for a file instead of the folder', async () => {
    const directory = join(makeFolder(), 'file');
    await writeFile(directory, 'mine');
    const report = await scaffold({ ...identity, directory }, { pack, generate });
    const reason = `Cannot read ${directory.replaceAll('\\', '/')}: a file exists where a folder should be (ENOTDIR).`;
    expect(report).toEqual({ kind: 'refused', reason });
    expect(await readFile(directory, 'utf8')).toBe('mine');
  });

  test('when the generator cannot be packed', async () => {
    const parent = makeFolder();
    pack.mockImplementation(async (folder) => {
      await mkdir(folder, { recursive: true });
      throw new PackError('npm is not there');
    });
    const report = await scaffold({ ...identity, directory: join(parent, 'shop') }, { pack, generate });
    expect(report).toEqual({ kind: 'refused', reason: 'npm is not there' });
    expect(await readdir(parent)).toEqual([]);
  });

  test('when it fails late in a folder with a repository, which stays', async () => {
    const directory = makeFolder();
    await mkdir(join(directory, '.git'));
    await writeFile(join(directory, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    generate.mockRejectedValue(Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' }));
    const report = await scaffold({ ...identity, directory }, { pack, generate });
    expect(report).toEqual({ kind: 'refused', reason: 'Cannot write: the disk is full (ENOSPC).' });
    expect(await readdir(directory)).toEqual(['.git']);
    expect(await readdir(join(directory, '.git'))).toEqual(['HEAD']);
  });

  test('for a link that leads nowhere', async () => {
    const parent = makeFolder();
    await symlink('missing', join(parent, 'shop'), 'dir');
    const report = await scaffold({ ...identity, directory: join(parent, 'shop') }, { pack, generate });
    expect(report).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(
        /^Cannot write .*shop: a file or folder with this name exists \(EEXIST\)\.$/u,
      ) as string,
    });
    expect(await readdir(parent)).toEqual(['shop']);
    expect(pack).not.toHaveBeenCalled();
  });
});
