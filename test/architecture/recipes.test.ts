import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { diagnosticTable as presentTable } from '../../generator/core/diagnostics/diagnostic-table.js';
import type * as Diagnostics from '../../generator/core/diagnostics/diagnostic-table.js';
import type * as DevUiVersions from '../../generator/tools/dev-ui/browser/protocol/protocol-version.js';
import type * as Versions from '../../runtime/wire/protocol-versions.js';
import type { Store } from '../../runtime/index.js';
import type * as OpenStores from '../../runtime/core/sharing/open-stores.js';
import type * as NodeTransport from '../../runtime/transports/node/index.js';
import type * as InMemory from '../cli/run-in-memory.js';
import type * as Diagnose from '../definitions/diagnose.js';
import type * as Frames from '../definitions/frames.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { readTable } from '../kit/read-table.js';
import { runCompiler } from '../kit/run-compiler.js';
import { typeCheck } from '../kit/type-check.js';
import { describeStore } from '../stores/store-contract.js';
import type * as FixtureServer from '../wire/fixture-server.js';
import { recipeSamples, sampleVersion } from './recipe-samples.js';

const root = path.resolve(import.meta.dirname, '../..');

/** A copy of the sources with the changes of all samples. */
const copy = changeCopy();

function changeCopy(): string {
  const folder = makeFolder();
  const copied = ['generator', 'runtime', 'templates', 'build', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];
  const helpers = ['cli/run-in-memory.ts', 'wire/fixture-server.ts', 'wire/fixture-lists.ts', 'definitions', 'kit'];
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

/** A project with a tool that has these members. */
function startProject(tool: string, server = ''): string {
  return makeFolder({
    'package.json': '{}',
    'definitions/s.mcp.yaml': `server: { name: s, version: 1.0.0${server} }\ntools:\n  bake:\n    description: Bakes.\n${tool}`,
  });
}

describe('the built package', () => {
  beforeAll(async () => {
    expect(await runCompiler('tsconfig.build.json', copy)).toBe('');
    execFileSync(process.execPath, ['build/runtime.mjs'], { cwd: copy, stdio: 'pipe' });
  });

  test('exports the store in a chunk of its own', () => {
    const code =
      "import { board } from 'create-mcp-from-schema/runtime/board'; process.stdout.write(Object.keys(board()).join());";
    const run = [process.execPath, ['--input-type=module', '--eval', code], { cwd: copy, encoding: 'utf8' }] as const;
    expect(execFileSync(...run)).toBe('shared');
    const dist = path.join(copy, 'dist/runtime');
    expect(existsSync(path.join(dist, 'bundled/chunk-board.js'))).toBe(true);
    expect(existsSync(path.join(dist, 'features/stores/board/index.d.ts'))).toBe(true);
  });

  test('has the type of the key', async () => {
    const { runInMemory } = await importCopied<typeof InMemory>('test/cli/run-in-memory.ts');
    const cwd = startProject('    audience: cooks\n');
    linkPackages(cwd, copy);
    expect(await runInMemory(['generate'], { cwd })).toMatchObject({ exitCode: 0, error: '' });
    expect(await typeCheck(cwd)).toBe('');
  });
});

describe('the changed generator', async () => {
  const { runInMemory } = await importCopied<typeof InMemory>('test/cli/run-in-memory.ts');

  test('accepts the key, which reaches the generated code and `diff`', async () => {
    const [old, cwd] = [startProject(''), startProject('    audience: cooks\n')];
    expect(await runInMemory(['generate'], { cwd })).toMatchObject({ exitCode: 0, error: '' });
    expect(await readFile(path.join(cwd, 'generated/tools.ts'), 'utf8')).toContain("audience: 'cooks',\n");
    const { out } = await runInMemory(['diff', path.join(old, 'definitions'), 'definitions'], { cwd });
    expect(out).toContain('audience-changed');
  });

  test('accepts the key in tools of an API', async () => {
    const cwd = makeFolder({
      'package.json': '{}',
      'definitions/s.mcp.yaml':
        'server: { name: s, version: 1.0.0 }\nopenapi: { api: { document: ./a.yaml, tools: { bake: { audience: cooks } } } }\n',
      'definitions/a.yaml':
        'openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\nservers: [{ url: http://127.0.0.1 }]\npaths: { /bake: { get: { operationId: bake, summary: Bakes., responses: {} } } }\n',
    });
    expect(await runInMemory(['generate'], { cwd })).toMatchObject({ exitCode: 0, error: '' });
    expect(await readFile(path.join(cwd, 'generated/tools.ts'), 'utf8')).toContain("audience: 'cooks',\n");
  });

  test('reports the diagnostic with its place', async () => {
    const { exitCode, error } = await runInMemory(['generate'], { cwd: startProject('    title: LOUD\n') });
    expect(exitCode).toBe(0);
    expect(error).toContain('definitions/s.mcp.yaml:5:12 warning loud-title: The title is in capitals.');
  });

  test('has an example of the diagnostic', async () => {
    const { diagnosticTable } = await importCopied<typeof Diagnostics>(
      'generator/core/diagnostics/diagnostic-table.ts',
    );
    const { define } = await importCopied<typeof Frames>('test/definitions/frames.ts');
    const { diagnose } = await importCopied<typeof Diagnose>('test/definitions/diagnose.ts');
    const rows = readTable('definitions/diagnostics.tsv', path.join(copy, 'test'));
    const added = Object.keys(diagnosticTable).filter((code) => !Object.hasOwn(presentTable, code));
    expect(added).toHaveLength(1);
    const examples = rows.filter(([, , problems = '']) => added.some((code) => problems.includes(code)));
    expect(examples).toHaveLength(1);
    for (const [, definition = '', problems] of examples)
      expect((await diagnose(define(definition))).join(', ')).toBe(problems);
  });

  test('parses the option', async () => {
    const quiet = await runInMemory(['generate', '--quiet'], { cwd: startProject('') });
    expect(quiet).toMatchObject({ exitCode: 0, out: '', error: '' });
    expect((await runInMemory(['generate', '--help'])).out).toMatch(/--quiet +Print errors only/u);
  });

  test('has the feature', async () => {
    const cwd = startProject('    motto: Slowly\n');
    expect(await runInMemory(['generate'], { cwd })).toMatchObject({ exitCode: 0, error: '' });
    expect(await readFile(path.join(cwd, 'generated/tools.ts'), 'utf8')).toContain("motto: 'Slowly',\n");
  });

  test('has the lint rule, which can be turned off', async () => {
    const cwd = makeFolder({
      'package.json': '{}',
      'definitions/s.mcp.yaml': 'server: { name: s, version: 1.0.0 }\ntools: { t: { description: BAKES. } }\n',
    });
    expect((await runInMemory(['generate', '--lint'], { cwd })).error).toContain('warning lint-shouting');
    putFiles(cwd, {
      'definitions/s.mcp.yaml':
        'server: { name: s, version: 1.0.0 }\ntools: { t: { description: BAKES., lint: { lint-shouting: off } } }\n',
    });
    expect((await runInMemory(['generate', '--lint'], { cwd })).error).not.toContain('lint-shouting');
  });

  test('lists the package target', async () => {
    const cwd = startProject('');
    await runInMemory(['generate'], { cwd });
    const { exitCode, out, error } = await runInMemory(['package'], { cwd });
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
    expect(out).toMatch(/^notes +notes about the server/mu);
  });

  test('generates for the store', async () => {
    const cwd = startProject('', ', store: board');
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

  test('rejects the variable of the store in a server that was built without it', async () => {
    const { openStores } = await importCopied<typeof OpenStores>('runtime/core/sharing/open-stores.ts');
    const opened = openStores(undefined, { name: 'probe', report: () => {} }, { MCP_BOARD: 'a' });
    await expect(opened).rejects.toThrow('MCP_BOARD is set, but the server was built without board');
  });

  test('has the protocol versions of the Dev UI', async () => {
    const { legacyProtocolVersions, modernProtocolVersions } = await importCopied<typeof Versions>(
      'runtime/wire/protocol-versions.ts',
    );
    const { protocolVersions } = await importCopied<typeof DevUiVersions>(
      'generator/tools/dev-ui/browser/protocol/protocol-version.ts',
    );
    const versions = [...legacyProtocolVersions, ...modernProtocolVersions];
    expect([...protocolVersions].toSorted()).toEqual(versions.toSorted());
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
