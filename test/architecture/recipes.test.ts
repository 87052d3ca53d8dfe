import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Store } from '../../runtime/index.js';
import type * as NodeTransport from '../../runtime/transports/node/index.js';
import type * as InMemory from '../cli/run-in-memory.js';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { describeStore } from '../stores/store-contract.js';
import type * as FixtureServer from '../wire/fixture-server.js';
import { recipeSamples, sampleVersion } from './recipe-samples.js';

const root = path.resolve(import.meta.dirname, '../..');

/** A copy of the sources with the changes of all samples. */
const copy = changeCopy();

function changeCopy(): string {
  const folder = makeFolder();
  const copied = ['generator', 'runtime', 'templates', 'build', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];
  const helpers = ['cli/run-in-memory.ts', 'wire/fixture-server.ts', 'wire/fixture-lists.ts', 'definitions'];
  for (const name of [...copied, ...helpers.map((helper) => `test/${helper}`)])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  for (const [file, edit] of recipeSamples.flatMap(({ edits }) => Object.entries(edits))) {
    const text = existsSync(path.join(folder, file)) ? readFileSync(path.join(folder, file), 'utf8') : '';
    putFiles(folder, { [file]: edit(text) });
  }
  execFileSync(process.execPath, ['build/definition-schema.mjs'], { cwd: folder });
  return folder;
}

async function importCopied<Module>(file: string): Promise<Module> {
  return (await import(/* @vite-ignore */ pathToFileURL(path.join(copy, file)).href)) as Module;
}

/** The files that each recipe of `ARCHITECTURE.md` lists, by its title. */
const recipes = new Map(
  readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')
    .replaceAll('\r\n', '\n')
    .split(/^### To add /mu)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = (section.split(/\n##+ /u)[0] ?? '').split('\n');
      return [title, lines.flatMap((line) => /^- `([^`]+)`/u.exec(line)?.[1] ?? [])] as const;
    }),
);

test('every recipe has a sample', () => {
  expect(recipeSamples.map(({ recipe }) => recipe)).toEqual([...recipes.keys()]);
});

test.each(recipeSamples)('to add $recipe takes the files of the recipe', ({ recipe, edits, placeholders = {} }) => {
  const listed = recipes
    .get(recipe)
    ?.map((file) => file.replaceAll(/<(\w+)>/gu, (_, name) => placeholders[name] ?? ''));
  expect(listed?.toSorted()).toEqual(Object.keys(edits).toSorted());
});

test('the changed sources pass the type check', () => {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--noEmit'], { cwd: copy });
});

describe('the changed generator', async () => {
  const { runInMemory } = await importCopied<typeof InMemory>('test/cli/run-in-memory.ts');
  const start = (tool: string, server = ''): string =>
    makeFolder({
      'package.json': '{}',
      'definitions/s.mcp.yaml': `server: { name: s, version: 1.0.0${server} }\ntools:\n  bake:\n    description: Bakes.\n${tool}`,
    });

  test('accepts the key, which reaches the generated code and `diff`', async () => {
    const [old, cwd] = [start(''), start('    audience: cooks\n')];
    expect(await runInMemory(['generate'], { cwd })).toMatchObject({ exitCode: 0, error: '' });
    expect(await readFile(path.join(cwd, 'generated/tools.ts'), 'utf8')).toContain("audience: 'cooks',\n");
    const { out } = await runInMemory(['diff', path.join(old, 'definitions'), 'definitions'], { cwd });
    expect(out).toContain('audience-changed');
  });

  test('reports the diagnostic with its place', async () => {
    const { exitCode, error } = await runInMemory(['generate'], { cwd: start('    title: LOUD\n') });
    expect(exitCode).toBe(0);
    expect(error).toContain('definitions/s.mcp.yaml:5:12 warning loud-title: The title is in capitals.');
  });

  test('parses the option', async () => {
    const quiet = await runInMemory(['generate', '--quiet'], { cwd: start('') });
    expect(quiet).toMatchObject({ exitCode: 0, out: '', error: '' });
    expect((await runInMemory(['generate', '--help'])).out).toMatch(/--quiet +Print errors only/u);
  });

  test('has the feature', async () => {
    const cwd = start('    motto: Slowly\n');
    expect(await runInMemory(['generate'], { cwd })).toMatchObject({ exitCode: 0, error: '' });
    expect(await readFile(path.join(cwd, 'generated/tools.ts'), 'utf8')).toContain("motto: 'Slowly',\n");
  });

  test('lists the package target', async () => {
    const cwd = start('');
    await runInMemory(['generate'], { cwd });
    const { exitCode, out, error } = await runInMemory(['package'], { cwd });
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
    expect(out).toMatch(/^notes +notes about the server/mu);
  });

  test('generates for the store', async () => {
    const cwd = start('', ', store: board');
    expect(await runInMemory(['generate'], { cwd })).toMatchObject({ exitCode: 0, error: '' });
    expect(await readFile(path.join(cwd, 'generated/stores.ts'), 'utf8')).toContain(
      "import { board } from 'create-mcp-from-schema/runtime/board';",
    );
    expect(await readFile(path.join(cwd, 'generated/env.example'), 'utf8')).toContain('MCP_BOARD=');
  });
});

describe('the changed runtime', async () => {
  const { start } = await importCopied<typeof NodeTransport>('runtime/transports/node/index.ts');
  const { oneTool } = await importCopied<typeof FixtureServer>('test/wire/fixture-server.ts');

  /** Sends modern requests to a server with one tool; gives the results in order. */
  const send = async (protocolVersion: string, ...requests: readonly object[]): Promise<readonly unknown[]> => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const { definition, handlers } = oneTool(() => 'hi');
    const done = start(definition, handlers, { input, output });
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': protocolVersion,
      'io.modelcontextprotocol/clientInfo': { name: 'recipes', version: '0.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const messages = requests.map((request, id) => ({ jsonrpc: '2.0', id, params: { _meta }, ...request }));
    input.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
    await done;
    const lines = String(output.read() ?? '')
      .trimEnd()
      .split('\n');
    return lines.map((line) => JSON.parse(line) as { id: number }).toSorted((one, other) => one.id - other.id);
  };

  test('answers the method in all versions', async () => {
    const request = { method: 'tools/count' };
    expect(await send('2026-07-28', request)).toMatchObject([{ result: { count: 1 } }]);
    expect(await send('', { ...request, params: {} })).toMatchObject([{ result: { count: 1 } }]);
  });

  test('speaks the protocol version', async () => {
    expect(await send(sampleVersion, { method: 'server/discover' }, { method: 'tools/list' })).toMatchObject([
      { result: { supportedVersions: ['2026-07-28', sampleVersion] } },
      { result: { tools: [{ name: 'probe' }] } },
    ]);
  });
});

const { board } = await importCopied<{
  readonly board: () => { readonly shared: Store };
}>('runtime/features/stores/board/index.ts');
const { shared } = board();
describeStore('board', async () => shared);
