import { exec, execFile, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { runNpm } from '../../generator/tools/scaffold/pack-generator.js';

const run = promisify(execFile);
const runInShell = promisify(exec);
const checkout = fileURLToPath(new URL('../..', import.meta.url));

let project: string;

/** Packs, unpacks and scaffolds from the unpacked package: what is not packed is missing. */
beforeAll(async () => {
  const folder = makeFolder();
  await runNpm(['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder], checkout);
  const [tarball = ''] = await readdir(folder);
  await run('tar', ['-xzf', tarball], { cwd: folder });
  await symlink(join(checkout, 'node_modules'), join(folder, 'node_modules'), 'junction');
  await run(process.execPath, [join(folder, 'package/dist/generator/cli.js'), 'shop', '--yes'], { cwd: folder });
  project = join(folder, 'shop');
  await mkdir(join(project, 'node_modules'));
  await symlink(join(folder, 'package'), join(project, 'node_modules/create-mcp-from-schema'), 'junction');
  await symlink(join(checkout, 'node_modules/typescript'), join(project, 'node_modules/typescript'), 'junction');
  await symlink(join(checkout, 'node_modules/@types'), join(project, 'node_modules/@types'), 'junction');
  // The command, as npm installs it.
  const command = join(project, 'node_modules/.bin/create-mcp-from-schema');
  await mkdir(join(project, 'node_modules/.bin'));
  await symlink(join(folder, 'package/dist/generator/cli.js'), command);
});

/** Runs a script of the project's package.json with some arguments, and returns what it prints. */
async function runScript(name: string, ...args: readonly string[]): Promise<string> {
  const folders = [join(project, 'node_modules', '.bin'), join(checkout, 'node_modules', '.bin')];
  const path = [...folders, process.env['PATH'] ?? ''].join(delimiter);
  const { scripts } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const outside = Object.entries(process.env).filter(([variable]) => !/^(VITEST|NODE_)/u.test(variable));
  const env = { ...Object.fromEntries(outside), PATH: path };
  return (await runInShell([scripts[name], ...args].join(' '), { cwd: project, env })).stdout;
}

function ask(message: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const server = spawn(process.execPath, ['dist/server.mjs'], { cwd: project, stdio: ['pipe', 'pipe', 'ignore'] });
    let out = '';
    server.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    server.on('error', reject);
    server.on('close', () => resolve(JSON.parse(out)));
    server.stdin.end(`${JSON.stringify(message)}\n`);
  });
}

test('type-checks, bundles and answers at once', async () => {
  await runScript('build');
  expect((await readdir(join(project, 'dist'))).every((file) => /\.mjs(\.map)?$/u.test(file))).toBe(true);
  const params = { name: 'roll_dice', arguments: { count: 3, sides: 2 } };
  const { result } = (await ask({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })) as {
    result: { structuredContent: { rolls: number[]; total: number } };
  };
  const { rolls, total } = result.structuredContent;
  expect(rolls).toHaveLength(3);
  expect(total).toBe(rolls.reduce((sum, roll) => sum + roll, 0));
});

/** A text that is in the code of a feature. */
const marks: { readonly [feature: string]: string } = {
  apis: 'A form body must be an object or a string',
  auth: 'No metadata for the issuer',
  bind: 'the token has no claim',
  'code-mode': 'Not awaited when the script ended',
  delegation: 'The response comes from a different authorization server',
  discover: 'There is no operation "',
  'docs-page': 'application/mcp-server-card+json',
  'dry-run': 'Calls of this tool cannot be dry runs',
  environment: 'An environment variable is',
  errors: 'does not fit its schema',
  skills: 'must be the URI of a SKILL.md file',
  sql: 'The query took longer than',
  'sql/mysql': 'mysql2/promise',
  'sql/postgres': 'RevalidateCachedQuery',
  'sql/sqlite': 'node:child_process',
  'stores/redis': 'The connection to Redis is not open',
  'stores/sqlite': 'better-sqlite3',
  tasks: 'The request ended before the task started',
  telemetry: 'mcp.resource.uri',
  views: 'The page of the view is not bundled',
  'well-known': 'max-age=300',
};

async function readModules(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /\.m?js$/u.test(name));
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
}

test('has at most 15 modules with 226 kB, and no byte of a feature that it does not use', async () => {
  const modules = (await readdir(join(project, 'dist'))).filter((name) => name.endsWith('.mjs'));
  expect(modules.length, modules.join(' ')).toBeLessThanOrEqual(15);
  const code = await readModules(join(project, 'dist'));
  expect(code).toContain('Mcp-Session-Id');
  expect(Buffer.byteLength(code)).toBeLessThanOrEqual(226_000);
  const features = (await readdir(join(checkout, 'runtime/features'))).toSorted();
  expect([...new Set(Object.keys(marks).map((name) => name.split('/')[0]))]).toEqual(features);
  const all = await readModules(join(project, 'node_modules/create-mcp-from-schema/dist/runtime/bundled'));
  const isMarked = (text: string): readonly string[] =>
    Object.keys(marks).filter((feature) => text.includes(marks[feature] ?? ''));
  expect(isMarked(all)).toEqual(Object.keys(marks));
  expect(isMarked(code)).toEqual([]);
});

test('the prompt and the resource of the sample need no code', async () => {
  const prompt = { name: 'settle_by_dice', arguments: { options: 'tea, {{options}}' } };
  expect(await ask({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params: prompt })).toMatchObject({
    result: {
      messages: [
        {
          content: { text: 'Let the dice decide between these: tea, {{options}}. Read dice://rules first, then roll.' },
        },
      ],
    },
  });
  expect(await ask({ jsonrpc: '2.0', id: 2, method: 'resources/read', params: { uri: 'dice://rules' } })).toMatchObject(
    {
      result: { contents: [{ mimeType: 'text/markdown', text: expect.stringContaining('# House rules') as string }] },
    },
  );
});

test('its tests pass, all of them or those that are named', async () => {
  expect(await runScript('test')).toMatch(/# pass 3\n# fail 0|ℹ pass 3\nℹ fail 0/u);
  expect(await runScript('test', 'test/roll-dice.test.ts')).toMatch(/# pass 2\n# fail 0|ℹ pass 2\nℹ fail 0/u);
});

test('a failing test fails, and so does an example that is added to the definition', async () => {
  const edit = async (name: string, change: (text: string) => string): Promise<void> =>
    writeFile(join(project, name), change(await readFile(join(project, name), 'utf8')));
  await edit('handlers/tools/roll-dice.ts', (text) => text.replace('length: count', 'length: count + 1'));
  const example =
    '    examples: [{ title: a sum, input: { count: 2 }, outputSchema: { properties: { total: { maximum: 1 } } } }]\n';
  await edit('definitions/shop.mcp.yaml', (text) =>
    text.replace('    outputSchema:\n', `${example}    outputSchema:\n`),
  );
  await runScript('generate');
  const { stdout } = await runScript('test').then(
    () => ({ stdout: '' }),
    (failure: { readonly stdout: string }) => failure,
  );
  expect(stdout).toContain('4 !== 3');
  expect(stdout).toMatch(/roll_dice: a sum[\s\S]*total: must be at most 1/u);
});
