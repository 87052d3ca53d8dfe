import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { FilePlan } from '../../generator/write/file-plan.js';

/** An empty folder that goes away with the test. */
export async function createTestFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'write-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Puts files into a folder. */
export async function putFiles(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

/** All files below a folder with their content, empty folders as `name/`; links are left out. */
export async function readTree(root: string): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  const visit = async (folder: string): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    if (entries.length === 0 && folder !== '') tree[`${folder}/`] = '';
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) await visit(path);
      else if (!entry.isSymbolicLink()) tree[path] = await readFile(join(root, path), 'utf8');
    }
  };
  await visit('');
  return Object.fromEntries(Object.entries(tree).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** A plan of a few files; what a test is about is overridden. */
export function createPlan(
  root: string,
  generated: Readonly<Record<string, string>>,
  stubs: Readonly<Record<string, string>> = {},
): FilePlan {
  return {
    root,
    out: 'generated',
    generated: Object.entries(generated).map(([path, content]) => ({ path, content })),
    stubs: Object.entries(stubs).map(([path, content]) => ({ path, content })),
    inputs: new Map([['definitions/a.mcp.yaml', '00']]),
    names: new Map([['tool:a', 'a']]),
    tools: { server: 'a', tools: new Map() },
    generatorVersion: '0.1.0',
  };
}
