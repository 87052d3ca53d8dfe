import { hasErrors, promoteWarnings, withoutConsequences } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import type { SourceTexts } from '../../core/diagnostics/format-diagnostics.js';
import type { LookupOptions } from '../../feature-kit/load/lookup-options.js';
import { listTexts } from '../../feature-kit/load/workspace.js';
import { openAccess } from './load-definitions.js';
import { traceWorkspace, type WorkspaceTrace } from './workspace-trace.js';
import { features } from '../../features.js';
import type { Model } from '../../core/model/model.js';
import { adaptModel } from '../profiles/adapt-model.js';
import { checkModel, diagnoseFindings } from '../profiles/check-model.js';
import type { Profile } from '../profiles/client-profiles.js';
import { createFindingLocator } from './locate-place.js';
import { giveAdvice } from './give-advice.js';
import { excludeInvalid } from './partial-generation.js';
import { readDefinitions, resolveAndCheck, type CheckedWorkspace } from './read-definitions.js';
import type { ResolvedModel } from './resolve-model.js';

/** Options for reading definitions. Folders are relative to the root. */
export interface ReadOptions {
  /** Absolute path of the project. */
  readonly root: string;
  readonly definitions: string;
  readonly lookup?: LookupOptions;
  /** Hosts that definitions can refer to, such as `example.com` or `localhost:8443`. Default: none. */
  readonly allowRemote?: readonly string[];
  /** Absolute paths of other folders that definitions can refer to. Default: none. */
  readonly allowOutside?: readonly string[];
  /** Whether to treat warnings as errors. */
  readonly strict: boolean;
  /** Whether features give all their advice, not only what is certain. Default: `false`. */
  readonly allAdvice?: boolean;
  /** Whether to exclude invalid parts and generate the rest (partial generation). */
  readonly keepGoing?: boolean;
}

/** Result of reading the definitions for a generate run. */
export interface Inputs extends Pick<ResolvedModel, 'model' | 'names' | 'toolLocations'> {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceTexts;
  readonly trace: WorkspaceTrace;
  /** Parts that partial generation excluded, for messages. */
  readonly excluded: readonly string[];
}

/**
 * Loads, resolves and checks the definitions, and adapts them to client profiles. Does not return syntax trees, so that
 * they can be garbage-collected before code is emitted.
 */
export async function readInputs(
  { root, definitions, lookup, allowRemote, allowOutside, keepGoing, ...options }: ReadOptions,
  earlierNames: ReadonlyMap<string, string>,
  profiles: readonly Profile[],
): Promise<Inputs> {
  const access = await openAccess(allowOutside, allowRemote);
  const read = await readDefinitions(root, definitions, earlierNames, { access, ...(lookup && { lookup }) }, profiles);
  const all = adaptWorkspace(read, profiles, options);
  const { checked, excluded } = keepGoing
    ? excludeInvalid(all, (rest) => adaptWorkspace(resolveAndCheck(rest, earlierNames, profiles), profiles, options))
    : { checked: all, excluded: [] };
  return {
    model: checked.adapted,
    names: checked.resolved.names,
    toolLocations: checked.resolved.toolLocations,
    diagnostics: withoutConsequences(checked.diagnostics),
    sources: listTexts(checked.workspace),
    trace: traceWorkspace(read.workspace, features),
    excluded,
  };
}

/** Checked definitions with the model adapted to client profiles. */
interface AdaptedWorkspace extends CheckedWorkspace {
  /** Adapted model, or the resolved model if there are errors. */
  readonly adapted: Model;
}

/** Adapts the model to client profiles, and reports remaining violations and advice. */
function adaptWorkspace(
  { workspace, resolved, diagnostics }: CheckedWorkspace,
  profiles: readonly Profile[],
  { strict, allAdvice = false }: Pick<ReadOptions, 'strict' | 'allAdvice'>,
): AdaptedWorkspace {
  const isSound = !hasErrors(diagnostics);
  const adapted = isSound ? adaptModel(resolved.model, profiles) : resolved.model;
  const findings = isSound ? checkModel(adapted, profiles) : [];
  const locate = createFindingLocator({ workspace, resolved, diagnostics });
  const advice = isSound ? giveAdvice({ workspace, resolved, diagnostics }, allAdvice) : [];
  const all = [...diagnostics, ...diagnoseFindings(findings, locate), ...advice];
  return { workspace, resolved, adapted, diagnostics: strict ? promoteWarnings(all) : all };
}
