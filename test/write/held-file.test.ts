import { readFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { replaceText } from '../../generator/pipeline/write/file-system.js';
import { writePlan } from '../../generator/pipeline/write/write-plan.js';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { createPlan, readTree } from './project-fixture.js';

vi.mock(import('node:fs/promises'), { spy: true });
vi.mock(import('node:timers/promises'), { spy: true });

const pauses: unknown[] = [];

afterEach(() => {
  vi.mocked(fs.rename).mockReset();
  pauses.length = 0;
});

/** Refuses to move a file to names with this end, as Windows does while another program has the file open. */
async function holdFile(name: string, code: string, times: number): Promise<void> {
  const { rename } = await vi.importActual<typeof fs>('node:fs/promises');
  vi.mocked(sleep).mockImplementation(async (milliseconds) => void pauses.push(milliseconds));
  let left = times;
  vi.mocked(fs.rename).mockImplementation(async (from, to) => {
    if (!String(to).endsWith(name) || left === 0) return rename(from, to);
    left -= 1;
    throw Object.assign(new Error(`${code}: refused, rename`), { code, syscall: 'rename', path: from, dest: to });
  });
}

const force = { check: false, force: true };

async function makeProject(): Promise<string> {
  const root = makeFolder();
  await writePlan(createPlan(root, { 'first.ts': 'old\n', 'second.ts': 'old\n' }), force);
  return root;
}

const generate = (root: string) => writePlan(createPlan(root, { 'first.ts': 'new\n', 'second.ts': 'new\n' }), force);

test.each(['EBUSY', 'EPERM', 'EACCES'])('a file that answers %s for a moment is written', async (code) => {
  const root = await makeProject();
  await holdFile('second.ts', code, 3);
  expect((await generate(root)).diagnostics).toEqual([]);
  expect(readFileSync(join(root, 'generated', 'second.ts'), 'utf8')).toBe('new\n');
  expect(pauses).toEqual([10, 20, 40]);
});

test('a file that stays open is named with what to do, and the next run writes the rest', async () => {
  const root = await makeProject();
  await holdFile('second.ts', 'EPERM', Infinity);
  expect((await generate(root)).diagnostics).toMatchObject([
    {
      code: 'write-failed',
      message:
        'Cannot write generated/second.ts: another program, such as an editor or a virus scanner, has it open, or permission is denied (EPERM).',
      help: 'Some files have already been written. Close that program, or exclude the project from virus scans; the next run then writes the rest.',
    },
  ]);
  expect(pauses.reduce<number>((sum, pause) => sum + Number(pause), 0)).toBe(2550);
  await holdFile('second.ts', 'EPERM', 0);
  expect((await generate(root)).diagnostics).toEqual([]);
  expect(await readTree(root)).toMatchObject({ 'generated/first.ts': 'new\n', 'generated/second.ts': 'new\n' });
});

test('a journal that cannot be completed leaves every file as it was', async () => {
  const root = await makeProject();
  const before = await readTree(root);
  await holdFile('journal.json', 'EBUSY', Infinity);
  expect((await generate(root)).diagnostics).toMatchObject([
    {
      help: 'Nothing was written. Close that program, or exclude the project from virus scans, then run the command again.',
    },
  ]);
  expect(await readTree(root)).toEqual(before);
});

test('another error of a move is not waited for', async () => {
  const root = await makeProject();
  await holdFile('second.ts', 'EROFS', Infinity);
  expect((await generate(root)).diagnostics[0]?.message).toBe(
    'Cannot write generated/second.ts: the file system is read-only (EROFS).',
  );
  expect(pauses).toEqual([]);
});

test("a host's configuration that is open for a moment is replaced", async () => {
  const root = makeFolder();
  putFiles(root, { 'mcp.json': '{}' });
  await holdFile('mcp.json', 'EBUSY', 2);
  await replaceText(join(root, 'mcp.json'), '{"servers":{}}', false);
  expect(readFileSync(join(root, 'mcp.json'), 'utf8')).toBe('{"servers":{}}');
});
