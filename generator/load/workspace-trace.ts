import { createHash } from 'node:crypto';
import path from 'node:path';
import { findDefinitions } from './find-definitions.js';
import type { Workspace } from './load-definitions.js';
import { isFile, readFileInside, type LoadedFile } from './read-file.js';

/** Record of the files that loading the definitions depended on. Plain data. */
export interface WorkspaceTrace {
  /** Definitions, documents and other YAML and JSON files that were found in the folder. */
  readonly found: readonly string[];
  /** Hash of each file's bytes, or the reason why it was not read. */
  readonly files: readonly (readonly [file: string, state: string])[];
  /** Handler modules that were looked for, and whether they exist. */
  readonly modules: readonly (readonly [file: string, exists: boolean])[];
}

/** Records the files of a workspace for {@link rereadUnchanged}. */
export function traceWorkspace({ found, files, modules }: Workspace): WorkspaceTrace {
  return {
    found,
    files: [...files].map(([file, loaded]) => [file, describeState(loaded)]),
    modules: [...modules],
  };
}

/**
 * Compares the disk with a record, without parsing any file.
 *
 * @param root Absolute path of the project.
 * @param folder The definitions folder, relative to the root.
 * @param beyond Absolute paths of further folders that definitions may refer to.
 * @returns The texts of the files that `wanted` names; `undefined` when anything has changed.
 */
export async function rereadUnchanged(
  root: string,
  folder: string,
  beyond: readonly string[],
  trace: WorkspaceTrace,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string> | undefined> {
  const found = await findDefinitions(root, folder);
  if (found.diagnostics.length > 0 || [...found.files, ...found.others].join('\n') !== trace.found.join('\n'))
    return undefined;
  const texts = new Map<string, string>();
  for (const [file, state] of trace.files) {
    const loaded = await readFileInside(root, [path.join(root, folder), ...beyond], file);
    if (describeState(loaded) !== state) return undefined;
    if (loaded.status === 'read' && wanted.has(file)) texts.set(file, loaded.text);
  }
  for (const [file, exists] of trace.modules) {
    if ((await isFile(path.join(root, file))) !== exists) return undefined;
  }
  return texts;
}

function describeState(loaded: LoadedFile): string {
  if (loaded.status === 'read') return createHash('sha256').update(loaded.bytes).digest('hex');
  return 'reason' in loaded ? loaded.reason : loaded.status;
}
