import { exec, execFile, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { runNpm } from '../../generator/scaffold/pack-generator.js';

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
});

/** Runs a script of the project's package.json. */
async function runScript(name: string): Promise<void> {
  const path = `${join(checkout, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  const { scripts } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  await runInShell(scripts[name] ?? '', { cwd: project, env: { ...process.env, PATH: path } });
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

test('type-checks, bundles and answers before anything is implemented', async () => {
  await runScript('build');
  expect((await readdir(join(project, 'dist'))).every((file) => file.endsWith('.mjs'))).toBe(true);
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'roll_dice', arguments: {} } };
  expect(await ask(call)).toMatchObject({
    id: 1,
    result: { isError: true, content: [{ type: 'text', text: expect.stringContaining('not implemented') as string }] },
  });
});

test('the implementation that the README shows compiles and works', async () => {
  const readme = await readFile(join(project, 'README.md'), 'utf8');
  const body = /```ts\n(.*?)```/su.exec(readme)?.[1] ?? '';
  const path = join(project, 'handlers/tools/roll-dice.ts');
  const stub = await readFile(path, 'utf8');
  await writeFile(path, stub.replace(/.*return notImplemented.*\n/u, body));
  await runScript('prebuild');
  await runScript('build');
  const params = { name: 'roll_dice', arguments: { count: 3, sides: 2 } };
  const { result } = (await ask({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })) as {
    result: { structuredContent: { rolls: number[]; total: number } };
  };
  const { rolls, total } = result.structuredContent;
  expect(rolls).toHaveLength(3);
  expect(total).toBe(rolls.reduce((sum, roll) => sum + roll, 0));
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
