import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { findFormat } from './file-formats.js';

/** Definitions and OpenAPI documents in a folder. */
interface FoundFiles {
  /** Sorted paths of the files. */
  readonly files: readonly string[];
  /** Sorted paths of other YAML and JSON files, which may be misnamed definitions. */
  readonly others: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds definition files and OpenAPI documents in a folder and its subfolders. Skips symbolic links to folders, hidden
 * folders, `node_modules` and skill folders.
 * @param root Absolute path of the project.
 * @param folder Path relative to the root, like the paths in the result.
 */
export async function findDefinitions(root: string, folder: string): Promise<FoundFiles> {
  const files: string[] = [];
  const others: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const top = folder.split(path.sep).join('/');
  const waiting = [top];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    const entries = await readdir(path.join(root, below), { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => error,
    );
    if (entries instanceof Error) {
      if (entries.code === 'ENOENT') continue;
      const message = `The folder ${below} cannot be read (${entries.code}).`;
      diagnostics.push(createDiagnostic('unreadable-file', undefined, message));
      continue;
    }
    // Skill files can look like definitions.
    if (below !== top && entries.some(({ name }) => name === 'SKILL.md')) continue;
    for (const entry of entries.filter(isShown)) {
      const file = path.posix.join(below, entry.name);
      if (entry.isDirectory()) waiting.push(file);
      else if (findFormat(file)) files.push(file);
      else if (/\.(ya?ml|json)$/u.test(file)) others.push(file);
    }
  }
  return { files: files.toSorted(), others: others.toSorted(), diagnostics };
}

function isShown({ name }: Dirent): boolean {
  return !name.startsWith('.') && name !== 'node_modules';
}
