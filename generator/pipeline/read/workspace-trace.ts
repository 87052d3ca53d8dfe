import { createHash } from 'node:crypto';
import path from 'node:path';
import { findDefinitions } from '../../feature-kit/load/find-definitions.js';
import { findFunction } from '../../feature-kit/load/find-function.js';
import type { Feature } from '../../feature-kit/feature.js';
import type { ProjectFolders } from '../../feature-kit/load/file-search.js';
import type { Workspace } from '../../feature-kit/load/workspace.js';
import { readFileInside, type LoadedFile } from '../../feature-kit/load/read-file.js';

/** Record of the files that were used to load the definitions. Plain data. */
export interface WorkspaceTrace {
  /** Definitions, documents and other YAML and JSON files in the folder. */
  readonly found: readonly string[];
  /** Hash of each file, or the reason why the file was not read. */
  readonly files: readonly (readonly [file: string, state: string])[];
  /** Functions that were looked up, each with its state as JSON. */
  readonly functions: readonly (readonly [binding: string, state: string])[];
  /** Results of features' file searches, as JSON. */
  readonly searched: readonly (readonly [feature: string, path: string, state: string])[];
}

/** Records the state of a workspace for {@link rereadUnchanged}. */
export function traceWorkspace(workspace: Workspace, features: readonly Feature[]): WorkspaceTrace {
  const { found, files, functions } = workspace;
  return {
    found,
    files: [...files].map(([file, loaded]) => [file, describeState(loaded)]),
    functions: [...functions].map(([binding, state]) => [binding, JSON.stringify(state)]),
    searched: features.flatMap(({ name, files: search }) =>
      [...(search?.part.of(workspace) ?? [])].map(([path, state]) => [name, path, JSON.stringify(state)] as const),
    ),
  };
}

/**
 * Compares the files on disk with a record, without parsing them.
 * @param root Absolute path of the project.
 * @param folder Definitions folder, relative to the root.
 * @param otherFolders Absolute paths of other folders that definitions can refer to.
 * @returns Contents of the `wanted` files; `undefined` if anything has changed.
 */
export async function rereadUnchanged(
  root: string,
  folder: string,
  otherFolders: readonly string[],
  trace: WorkspaceTrace,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string> | undefined> {
  const found = await findDefinitions(root, folder);
  if (found.diagnostics.length > 0 || [...found.files, ...found.others].join('\n') !== trace.found.join('\n'))
    return undefined;
  const folders = [path.join(root, folder), ...otherFolders];
  const texts = new Map<string, string>();
  for (const [file, state] of trace.files) {
    const loaded = await readFileInside(root, folders, file);
    if (describeState(loaded) !== state) return undefined;
    if (loaded.status === 'read' && wanted.has(file)) texts.set(file, loaded.text);
  }
  for (const [binding, state] of trace.functions) {
    if (JSON.stringify(await findFunction(root, binding)) !== state) return undefined;
  }
  if (!(await areUnchanged({ root, folders }, trace.searched))) return undefined;
  return texts;
}

/** Repeats features' file searches. */
async function areUnchanged(project: ProjectFolders, searched: WorkspaceTrace['searched']): Promise<boolean> {
  if (searched.length === 0) return true;
  // Loading all features takes longer than the rest of a run without changes.
  const { features } = await import('../../features.js');
  const searches = new Map(features.map(({ name, files }) => [name, files]));
  for (const [feature, place, state] of searched) {
    if (JSON.stringify(await searches.get(feature)?.find(project, place)) !== state) return false;
  }
  return true;
}

function describeState(loaded: LoadedFile): string {
  if (loaded.status === 'read') return createHash('sha256').update(loaded.bytes).digest('hex');
  return 'reason' in loaded ? loaded.reason : loaded.status;
}
