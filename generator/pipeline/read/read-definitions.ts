import { withoutConsequences } from '../../core/diagnostics/create-diagnostic.js';
import { checkDefinitions } from '../check/check-definitions.js';
import { keepMostPrecise } from '../check/keep-most-precise.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import type { Lookup } from '../../feature-kit/feature.js';
import type { LookupOptions } from '../../feature-kit/load/lookup-options.js';
import type { Workspace } from '../../feature-kit/load/workspace.js';
import { features } from '../../features.js';
import { mergeDefinitions } from '../definition/merge-definitions.js';
import { loadDefinitions, type LoadOptions } from './load-definitions.js';
import type { Profile } from '../profiles/client-profiles.js';
import { resolveModel, type ResolvedModel } from './resolve-model.js';

/** Loaded definitions with their model and diagnostics. */
export interface CheckedWorkspace {
  readonly workspace: Workspace;
  /** Resolved model. Complete only if there are no errors. */
  readonly resolved: ResolvedModel;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * First half of the pipeline: loads the definitions, resolves them to the model, and checks them.
 * @param root Absolute path of the project.
 * @param folder Definitions folder, relative to the root.
 * @param earlierNames Names of schemas and API tools in the last run.
 * @param profiles Client profiles that limit the names of API tools.
 */
export async function readDefinitions(
  root: string,
  folder: string,
  earlierNames: ReadonlyMap<string, string>,
  options: LoadOptions = {},
  profiles: readonly Profile[] = [],
): Promise<CheckedWorkspace> {
  const { workspace: loaded, diagnostics } = await loadDefinitions(root, folder, options);
  const workspace = await lookUpFacts(loaded, root, options.lookup);
  const checked = resolveAndCheck(workspace, earlierNames, profiles);
  return { ...checked, diagnostics: withoutConsequences([...diagnostics, ...checked.diagnostics]) };
}

/** Loads definitions for a lookup of one feature. */
export async function readLookup(
  root: string,
  folder: string,
  options: LoadOptions & { readonly lookup: LookupOptions },
): Promise<Lookup> {
  const { workspace } = await loadDefinitions(root, folder, options);
  return { workspace, definitions: mergeDefinitions(workspace).definitions, root, options: options.lookup };
}

/** Lets features look up facts that the definitions depend on. */
async function lookUpFacts(loaded: Workspace, root: string, options: LookupOptions = {}): Promise<Workspace> {
  let workspace = loaded;
  const { definitions } = mergeDefinitions(loaded);
  for (const { lookUp } of features) {
    workspace = (await lookUp?.({ workspace, definitions, root, options })) ?? workspace;
  }
  return workspace;
}

/** Resolves and checks loaded definitions. */
export function resolveAndCheck(
  workspace: Workspace,
  earlierNames: ReadonlyMap<string, string>,
  profiles: readonly Profile[],
): CheckedWorkspace {
  const resolved = resolveModel(workspace, earlierNames, profiles);
  const checked = checkDefinitions(workspace, resolved);
  return {
    workspace,
    resolved,
    diagnostics: keepMostPrecise([...resolved.diagnostics, ...checked]),
  };
}
