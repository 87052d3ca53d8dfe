import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { runInMemory } from './run-in-memory.js';

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

test('a folder without definitions exits with 1, without colors in a pipe', async () => {
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
    'error unreadable-file: Cannot read generated/manifest.json: a folder with this name exists (EISDIR).\n' +
      '  help: Nothing was written.\n\n1 error\n',
  );
});

test.runIf(existsSync('/proc/self'))('a folder that cannot be created is an error at once', async () => {
  const { exitCode, out, error } = await run(['/proc/x', '--yes'], folder);
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
  expect(error).toBe(
    'error: Cannot write /proc/x: its folder does not exist, or nothing can be created there (ENOENT).\n',
  );
});
