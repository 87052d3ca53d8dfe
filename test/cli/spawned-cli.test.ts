import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { runInMemory } from './run-in-memory.js';
import { readTree } from '../write/project-fixture.js';

const script = fileURLToPath(new URL('../../dist/generator/cli.js', import.meta.url));

interface Outcome {
  readonly exitCode: number | null;
  readonly out: string;
  readonly error: string;
}

function runCli(argv: readonly string[], cwd: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...argv], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const outcome = { out: '', error: '' };
    child.stdout.on('data', (chunk: Buffer) => (outcome.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (outcome.error += chunk.toString()));
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, ...outcome }));
  });
}

const folder = makeFolder();

test('--version and --help exit with 0', async () => {
  expect(await runCli(['--version'], folder)).toMatchObject({ exitCode: 0, error: '' });
  expect(await runCli(['--help'], folder)).toMatchObject({ exitCode: 0, error: '' });
});

test('wrong usage exits with 2', async () => {
  expect(await runCli(['generate', '--chek'], folder)).toMatchObject({ exitCode: 2, out: '' });
  expect(await runCli([], folder)).toMatchObject({ exitCode: 2, out: '' });
});

test('a folder without definitions exits with 1, without colours in a pipe', async () => {
  const { exitCode, out, error } = await runCli(['generate'], folder);
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
  expect(error).toContain('error no-definitions');
  // oxlint-disable-next-line no-control-regex -- an escape sequence is what must not be there
  expect(error).not.toMatch(/\u001b/u);
});

/** Runs the command line in this process: what follows depends on no process. */
const run = (argv: readonly string[], cwd: string) => runInMemory(argv, { cwd });

test('a manifest that cannot be read is an error that names it', async () => {
  await mkdir(join(folder, 'odd/generated/manifest.json'), { recursive: true });
  const { exitCode, out, error } = await run(['generate', '--root', 'odd'], folder);
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
  expect(error).toBe(
    'error unreadable-file: Cannot read generated/manifest.json: there is a folder with this name (EISDIR).\n' +
      '  help: Nothing was written.\n\n1 error\n',
  );
});

test.runIf(existsSync('/proc/self'))('a folder that cannot be created is an error at once', async () => {
  const { exitCode, out, error } = await run(['/proc/x', '--yes'], folder);
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
  expect(error).toBe('error: Cannot write /proc/x: its folder is missing, or nothing can be created there (ENOENT).\n');
});

describe('a new project', () => {
  const project = (): string => join(folder, 'shop');

  test('is created without questions and is complete', async () => {
    const { exitCode, out, error } = await runCli(['shop', '--title', 'The "shop"', '--yes'], folder);
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
    expect(out).not.toContain('Left to implement');
    const files = Object.keys(await readTree(project()));
    expect(files).toEqual(
      expect.arrayContaining([
        '.gitignore',
        'definitions/shop.mcp.yaml',
        'generated/manifest.json',
        'generated/server.ts',
        'handlers/server.ts',
        'handlers/tools/roll-dice.ts',
        'test/examples.test.ts',
        'test/roll-dice.test.ts',
      ]),
    );
    expect(files.filter((file) => file.startsWith('vendor/'))).toEqual([
      expect.stringMatching(/^vendor\/create-mcp-from-schema-\d+\.\d+\.\d+\.tgz$/u),
    ]);
  });

  test('is up to date, and generating again changes nothing', async () => {
    const before = await readTree(project());
    expect(await runCli(['generate', '--check'], project())).toMatchObject({ exitCode: 0, error: '' });
    expect(await runCli(['generate', '--root', 'shop'], folder)).toMatchObject({ exitCode: 0, error: '' });
    expect(await readTree(project())).toEqual(before);
  });

  test('is not written over', async () => {
    const before = await readTree(project());
    const { exitCode, error } = await run(['shop', '--yes'], folder);
    expect(exitCode).toBe(1);
    expect(error).toContain('is not empty');
    expect(await readTree(project())).toEqual(before);
  });

  test('a check finds what was edited by hand', async () => {
    await writeFile(join(project(), 'generated/server.ts'), 'edited');
    const { exitCode, out, error } = await run(['generate', '--check'], project());
    expect(exitCode).toBe(1);
    expect(out).toMatch(
      /^--- a\/generated\/server\.ts\n\+\+\+ b\/generated\/server\.ts\n@@ -1 \+1,\d+ @@\n-edited\n\+#!/u,
    );
    expect(error).toContain('error hand-edited: Changed since the generator wrote them: generated/server.ts.');
    expect(error).toContain('error stale: These files differ from what the definitions generate: generated/server.ts.');
    expect(await run(['generate', '--force'], project())).toMatchObject({ exitCode: 0 });
    expect(await run(['generate', '--check'], project())).toMatchObject({ exitCode: 0 });
  });
});
