import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findMissing } from '../../generator/cli/find-missing.js';
import { storesPart } from '../../generator/features/stores/stores-part.js';
import { addNeeds } from '../../generator/pipeline/read/resolve-model.js';
import { neededPackages } from '../../generator/tools/scaffold/needed-packages.js';
import { buildModel } from '../kit/build-model.js';
import { createProject } from '../kit/build-server.js';
import { makeFolder } from '../kit/make-folder.js';
import { runInMemory } from './run-in-memory.js';

const definition = (stores: string, task = '{ durable: true }'): string => `
server: { name: bakery, version: 1.0.0${stores === '' ? '' : `, store: ${stores}`} }
tools: { bake: { description: Bakes., annotations: { idempotentHint: true }, task: ${task} } }
`;

/** A project with nothing installed. */
async function project(text: string, files: { readonly [file: string]: string } = {}): Promise<string> {
  const { folder } = await createProject({
    'package.json': '{ "name": "bakery", "type": "module" }',
    'definitions/bakery.mcp.yaml': text,
    ...files,
  });
  rmSync(path.join(folder, 'node_modules'), { recursive: true });
  return folder;
}

/** Installs an empty package. */
function install(folder: string, name: string): void {
  const place = path.join(folder, 'node_modules', name);
  mkdirSync(place, { recursive: true });
  writeFileSync(path.join(place, 'package.json'), JSON.stringify({ name, main: 'index.js' }));
  writeFileSync(path.join(place, 'index.js'), '');
}

describe('a durable tool in Redis', () => {
  const both = 'Packages that are not installed: redis, bullmq (for `store: redis` and durable tasks)';
  const rest = 'Packages that are not installed: bullmq (for durable tasks)';

  test('generate names the packages that are missing, until they are installed', async () => {
    const cwd = await project(definition('redis'));
    const first = await runInMemory(['generate'], { cwd });
    expect(first.exitCode).toBe(0);
    expect(first.out).toContain(`\n${both}.\n  Run \`npm install redis bullmq\`.\n`);
    install(cwd, 'redis');
    // Nothing that is generated has changed.
    expect((await runInMemory(['generate'], { cwd })).out).toContain(`\n${rest}.\n  Run \`npm install bullmq\`.\n`);
    const { missing } = JSON.parse((await runInMemory(['generate', '--json'], { cwd })).out) as { missing: unknown };
    expect(missing).toEqual([{ text: rest, help: 'Run `npm install bullmq`.' }]);
    install(cwd, 'bullmq');
    expect((await runInMemory(['generate'], { cwd })).out).not.toContain('Packages');
  });

  test('the help named npm in a project of pnpm', async () => {
    const cwd = await project(definition('redis'));
    writeFileSync(path.join(cwd, 'pnpm-lock.yaml'), '');
    expect((await runInMemory(['generate'], { cwd })).out).toContain('Run `pnpm add redis bullmq`.\n');
    expect((await runInMemory(['doctor'], { cwd })).out).toContain('Run `pnpm add redis bullmq`.\n');
  });

  test('doctor fails', async () => {
    const cwd = await project(definition('redis'));
    const { exitCode, out } = await runInMemory(['doctor'], { cwd });
    expect(exitCode).toBe(1);
    expect(out).toContain(`FAIL  ${both}\n      Run \`npm install redis bullmq\`.\n`);
    install(cwd, 'redis');
    install(cwd, 'bullmq');
    const again = await runInMemory(['doctor'], { cwd });
    expect(again.out).not.toContain('FAIL');
    expect(again.exitCode).toBe(0);
  });

  test('a server without durable tools needs redis alone', async () => {
    const cwd = await project(definition('redis', 'optional'));
    expect((await runInMemory(['generate'], { cwd })).out).toContain(
      'Packages that are not installed: redis (for `store: redis`).\n  Run `npm install redis`.\n',
    );
  });
});

describe('a durable tool without a store', () => {
  const text = 'Durable tasks require a store; without a store, the server does not start';
  const help = 'Set `store: sqlite` (one machine) or `store: redis` under `server` in the definition.';

  test('is named by generate and doctor', async () => {
    const cwd = await project(definition(''));
    expect((await runInMemory(['generate'], { cwd })).out).toContain(`\n${text}.\n  ${help}\n`);
    expect((await runInMemory(['doctor'], { cwd })).out).toContain(`FAIL  ${text}\n      ${help}\n`);
  });

  test('is fine when handlers/server.ts exports stores', async () => {
    const cwd = await project(definition(''), {
      'handlers/server.ts': `export { myStores as stores } from './my-stores.ts';\n`,
    });
    expect((await runInMemory(['generate'], { cwd })).out).not.toContain('Durable');
  });
});

test('Node without SQLite needs a package for it', () => {
  const { packages } = addNeeds(storesPart.on(buildModel({}), 'sqlite'));
  const namesFor = (node?: string) => neededPackages(packages, node).map(({ name }) => name);
  expect(namesFor('20.19.0')).toEqual(['better-sqlite3']);
  expect(namesFor('22.12.9')).toEqual(['better-sqlite3']);
  expect(namesFor('22.13.0')).toEqual([]);
  expect(namesFor('24.0.0')).toEqual([]);
  expect(namesFor()).toEqual([]);
  expect(findMissing({ root: makeFolder(), handlers: 'handlers' }, { packages }, '20.19.0')).toEqual([
    {
      text: 'Packages that are not installed: better-sqlite3 (for `store: sqlite`)',
      help: 'Run `npm install better-sqlite3`.',
    },
  ]);
});

describe('a new project', () => {
  async function create(text: string): Promise<{ readonly out: string; readonly manifest: { dependencies?: object } }> {
    const cwd = makeFolder({ 'old/bakery.mcp.yaml': text });
    const { exitCode, out, error } = await runInMemory(['new', '--from', 'old'], { cwd });
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
    const manifest = JSON.parse(readFileSync(path.join(cwd, 'new/package.json'), 'utf8')) as { dependencies?: object };
    return { out, manifest };
  }

  test('depends on the packages of its store and queue', async () => {
    const { out, manifest } = await create(definition('redis'));
    expect(manifest.dependencies).toEqual({ redis: '^6.0.0', bullmq: '^6.7.0' });
    expect(manifest).toMatchObject({ scripts: { worker: 'node dist/worker.mjs' } });
    expect(out).toContain('to .env (see .env.example): MCP_REDIS_URL.');
  });

  test('is told that its durable tasks need a store', async () => {
    const { out, manifest } = await create(definition(''));
    expect(manifest.dependencies).toBeUndefined();
    expect(out).toContain('Durable tasks require a store; without a store, the server does not start.');
  });
});
