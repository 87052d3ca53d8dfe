import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { loadDefinitions, type LoadOptions, type Workspace } from '../load/load-definitions.js';
import type { WorkspaceTrace } from '../load/workspace-trace.js';
import { resolveModel, type ResolvedModel } from './resolve-model.js';

/** Definitions that were loaded: resolved and checked. */
export interface JudgedWorkspace {
  readonly workspace: Workspace;
  /** Only good when there is no error among the diagnostics. */
  readonly resolved: ResolvedModel;
  readonly diagnostics: readonly Diagnostic[];
}

/** The definitions of a project: read, resolved and checked. */
export interface Definitions extends JudgedWorkspace {
  /** What the disk was asked. */
  readonly trace: () => WorkspaceTrace;
}

/**
 * The front half of the pipeline: from files to the model, and everything that is wrong with them.
 *
 * @param root Absolute path of the project.
 * @param folder The definitions folder, relative to the root.
 * @param earlierNames Names that the last run gave to schemas.
 * @param options.access What definitions may refer to beyond their folder.
 */
export async function readDefinitions(
  root: string,
  folder: string,
  earlierNames: ReadonlyMap<string, string>,
  options: LoadOptions = {},
): Promise<Definitions> {
  const { workspace, diagnostics, trace } = await loadDefinitions(root, folder, options);
  const judged = await judgeWorkspace(workspace, earlierNames);
  return { ...judged, diagnostics: [...diagnostics, ...judged.diagnostics], trace };
}

/** The same for what has been loaded: what loading found is not among the diagnostics. */
export async function judgeWorkspace(
  workspace: Workspace,
  earlierNames: ReadonlyMap<string, string>,
): Promise<JudgedWorkspace> {
  const resolved = resolveModel(workspace, earlierNames);
  const checked = await check(workspace, resolved);
  return { workspace, resolved, diagnostics: [...resolved.diagnostics, ...checked] };
}

/** Documents of APIs are checked as they are resolved: where there is nothing else, no checks have to be loaded. */
async function check(workspace: Workspace, resolved: ResolvedModel): Promise<readonly Diagnostic[]> {
  if (workspace.definitions.length === 0) return [];
  const { checkDefinitions } = await import('../check/check-definitions.js');
  return checkDefinitions(workspace, resolved);
}
