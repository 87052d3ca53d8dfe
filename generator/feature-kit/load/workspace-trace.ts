import { createHash } from 'node:crypto';
import path from 'node:path';
import { findDefinitions } from './find-definitions.js';
import { findFunction } from './find-function.js';
import { listSkillFiles } from '../../features/skills/list-skill-files.js';
import type { Workspace } from './load-definitions.js';
import { findPackageManager, type PackageManager } from './package-manager.js';
import { readFileInside, type LoadedFile } from './read-file.js';
import { findViewFiles, hasAppsPackage } from '../../features/views/view-files.js';

/** Record of the files that loading the definitions depended on. Plain data. */
export interface WorkspaceTrace {
  /** Definitions, documents and other YAML and JSON files that were found in the folder. */
  readonly found: readonly string[];
  /** Hash of each file's bytes, or the reason why it was not read. */
  readonly files: readonly (readonly [file: string, state: string])[];
  /** Folders of skills, and what was listed in each. */
  readonly skills: readonly (readonly [folder: string, listing: string])[];
  /** Functions that were looked for, and the state of each as JSON text. */
  readonly functions: readonly (readonly [binding: string, state: string])[];
  /** Views that were looked for, with their files as JSON text. */
  readonly views: readonly (readonly [view: string, files: string])[];
  /** Whether the package that views need was found. */
  readonly hasAppsPackage: boolean;
  /** Package manager that the help for the missing package names. */
  readonly packageManager?: PackageManager;
}

/** Records the files of a workspace for {@link rereadUnchanged}. */
export function traceWorkspace({ found, files, skills, functions, views, ...rest }: Workspace): WorkspaceTrace {
  return {
    found,
    skills: [...skills].map(([folder, listing]) => [folder, JSON.stringify(listing)]),
    files: [...files].map(([file, loaded]) => [file, describeState(loaded)]),
    functions: [...functions].map(([binding, state]) => [binding, JSON.stringify(state)]),
    views: [...views].map(([view, its]) => [view, JSON.stringify(its)]),
    hasAppsPackage: rest.hasAppsPackage,
    ...(rest.packageManager && { packageManager: rest.packageManager }),
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
  const folders = [path.join(root, folder), ...beyond];
  for (const [skill, listing] of trace.skills) {
    if (JSON.stringify(await listSkillFiles(root, folders, skill)) !== listing) return undefined;
  }
  const texts = new Map<string, string>();
  for (const [file, state] of trace.files) {
    const loaded = await readFileInside(root, folders, file);
    if (describeState(loaded) !== state) return undefined;
    if (loaded.status === 'read' && wanted.has(file)) texts.set(file, loaded.text);
  }
  for (const [binding, state] of trace.functions) {
    if (JSON.stringify(await findFunction(root, binding)) !== state) return undefined;
  }
  for (const [view, its] of trace.views) {
    if (JSON.stringify(await findViewFiles(root, view)) !== its) return undefined;
  }
  if (trace.views.length > 0 && (await hasAppsPackage(root)) !== trace.hasAppsPackage) return undefined;
  if (trace.packageManager !== undefined && findPackageManager(root) !== trace.packageManager) return undefined;
  return texts;
}

function describeState(loaded: LoadedFile): string {
  if (loaded.status === 'read') return createHash('sha256').update(loaded.bytes).digest('hex');
  return 'reason' in loaded ? loaded.reason : loaded.status;
}
