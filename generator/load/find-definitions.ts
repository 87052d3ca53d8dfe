import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { findFormat } from './file-formats.js';

/** Definitions and OpenAPI documents of a folder. */
export interface FoundFiles {
  /** Paths, sorted. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds definition files and OpenAPI documents below a folder. Links to folders are not followed.
 *
 * @param root Absolute path of the project.
 * @param folder Relative to the root, as the paths in the result are.
 */
export async function findDefinitions(root: string, folder: string): Promise<FoundFiles> {
  const { files, diagnostics } = await findBelow(path.join(root, folder), '');
  const prefix = folder.split(path.sep).join('/');
  return { files: files.map((file) => path.posix.join(prefix, file)).toSorted(), diagnostics };
}

async function findBelow(folder: string, below: string): Promise<FoundFiles> {
  let entries: Dirent[];
  try {
    entries = await readdir(path.join(folder, below), { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && below === '') return { files: [], diagnostics: [] };
    const message = `The folder ${path.posix.join(path.basename(folder), below)} cannot be read (${code}).`;
    return { files: [], diagnostics: [createDiagnostic('unreadable-file', undefined, message)] };
  }
  const shown = entries.filter(({ name }) => !name.startsWith('.') && name !== 'node_modules');
  const found = await Promise.all(
    shown.map(async (entry): Promise<FoundFiles> => {
      const name = path.posix.join(below, entry.name);
      if (entry.isDirectory()) return findBelow(folder, name);
      return { files: findFormat(name) ? [name] : [], diagnostics: [] };
    }),
  );
  return {
    files: found.flatMap(({ files }) => files),
    diagnostics: found.flatMap(({ diagnostics }) => diagnostics),
  };
}
