import { createDiagnostic, promoteWarnings } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import type { Model } from '../../core/model/model.js';
import { emitArtifacts, type ArtifactKind } from './emit-artifacts.js';
import { emitProject, type EmittedProject } from './emit-project.js';
import type { NamingPaths } from './deprecated-names.js';
import type { ValidatorFailure } from './validators/list-jobs.js';

/** Files to emit and errors to tolerate. */
export interface EmitOptions extends NamingPaths {
  /** Export formats for other systems. */
  readonly artifacts?: readonly ArtifactKind[];
  /** Whether to exclude all tools whose schemas cannot be compiled, instead of only API tools. */
  readonly keepGoing?: boolean;
  /** Whether to treat warnings as errors. */
  readonly strict: boolean;
}

/** Files of a project without the excluded tools. */
export interface EmittedModel extends Omit<EmittedProject, 'failures'> {
  /** Diagnostics, one per schema that cannot be compiled. */
  readonly diagnostics: readonly Diagnostic[];
  /** Names of excluded tools, not counting API tools. */
  readonly excluded: readonly string[];
  /** Whether the files of all other tools are complete. */
  readonly isComplete: boolean;
}

/**
 * Emits all files of a model. Excludes API tools whose schemas cannot be compiled, with a warning. With `keepGoing`,
 * also excludes other tools, with an error.
 */
export async function emitCompilable(
  { model, toolLocations }: { readonly model: Model; readonly toolLocations: ReadonlyMap<string, SourceLocation> },
  options: EmitOptions,
  render: RenderTemplate,
): Promise<EmittedModel> {
  const forwarded = new Set(model.tools.flatMap(({ name, handler }) => (handler.kind === 'forward' ? [name] : [])));
  const first = await emitProject(model, options, render);
  const skipped = first.failures.filter(({ tool }) => options.keepGoing === true || forwarded.has(tool));
  const names = new Set(skipped.map(({ tool }) => tool));
  const rest = { ...first.model, tools: first.model.tools.filter(({ name }) => !names.has(name)) };
  const { failures, ...emitted } = names.size === 0 ? first : await emitProject(rest, options, render);
  const diagnostics = [...skipped, ...failures].map((failure) =>
    describeFailure(failure, forwarded.has(failure.tool), toolLocations),
  );
  return {
    ...emitted,
    generated: [...emitted.generated, ...emitArtifacts(emitted.model, options.artifacts ?? [])],
    diagnostics: options.strict ? promoteWarnings(diagnostics) : diagnostics,
    excluded: [...names].filter((name) => !forwarded.has(name)),
    isComplete: failures.length === 0,
  };
}

function describeFailure(
  { tool, schema, message }: ValidatorFailure,
  isForwarded: boolean,
  locations: ReadonlyMap<string, SourceLocation>,
): Diagnostic {
  const text = `The ${schema} schema of \`${tool}\` cannot be compiled: ${message}`;
  return createDiagnostic(isForwarded ? 'skipped-operation' : 'uncompilable-schema', locations.get(tool), text);
}
