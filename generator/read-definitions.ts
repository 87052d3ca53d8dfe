import { checkDefinitions } from './check/check-definitions.js';
import { compileFormat } from './check/check-format.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import { loadDefinitions, type Workspace } from './load/load-definitions.js';
import { resolveModel, type ResolvedModel } from './resolve/resolve-model.js';

/** The definitions of a project: read, resolved and checked. */
export interface Definitions {
  readonly workspace: Workspace;
  /** Only good when there is no error among the diagnostics. */
  readonly resolved: ResolvedModel;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The front half of the pipeline: from files to the model, and everything that is wrong with them.
 *
 * @param root Absolute path of the project.
 * @param folder The definitions folder, relative to the root.
 * @param definitionSchema JSON Schema of the definition format.
 * @param earlierNames Names that the last run gave to schemas.
 */
export async function readDefinitions(
  root: string,
  folder: string,
  definitionSchema: object,
  earlierNames: ReadonlyMap<string, string>,
): Promise<Definitions> {
  const { workspace, diagnostics } = await loadDefinitions(root, folder);
  const definitions = checkWorkspace(workspace, definitionSchema, earlierNames);
  return { ...definitions, diagnostics: [...diagnostics, ...definitions.diagnostics] };
}

/** The same for what has been loaded: what loading found is not among the diagnostics. */
export function checkWorkspace(
  workspace: Workspace,
  definitionSchema: object,
  earlierNames: ReadonlyMap<string, string>,
): Definitions {
  const resolved = resolveModel(workspace, earlierNames);
  const checked = checkDefinitions(workspace, resolved, compileFormat(definitionSchema));
  return { workspace, resolved, diagnostics: [...resolved.diagnostics, ...checked] };
}
