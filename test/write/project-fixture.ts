import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilePlan } from '../../generator/pipeline/write/file-plan.js';
import { nodeFileSystem, type FileSystem } from '../../generator/pipeline/write/file-system.js';
import type { ProjectFolder } from '../../generator/pipeline/write/project-path.js';

/** All files below a folder with their content, empty folders as `name/`; links are omitted. */
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
    handlers: 'handlers',
    generated: Object.entries(generated).map(([path, content]) => ({ path, content })),
    stubs: Object.entries(stubs).map(([path, content]) => ({ path, content })),
    inputs: new Map([['definitions/a.mcp.yaml', '00']]),
    names: new Map([['tool:a', 'a']]),
    tools: { server: 'a', tools: new Map() },
    generatorVersion: '0.1.0',
  };
}

/** The project that {@link createPlan} plans for. */
export function projectIn(root: string, disk: FileSystem = nodeFileSystem): ProjectFolder {
  return { root, out: 'generated', handlers: 'handlers', disk };
}
