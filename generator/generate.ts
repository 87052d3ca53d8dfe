import type { GeneratedFile } from './core/code/generated-file.js';
import type { RenderTemplate } from './core/code/templates.js';
import { hasErrors } from './core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from './core/diagnostics/diagnostic.js';
import type { SourceTexts } from './core/diagnostics/format-diagnostics.js';
import { emitCompilable, type EmitOptions } from './pipeline/emit/emit-compilable.js';
import { formatStubs } from './pipeline/emit/handlers/format-stubs.js';
import { listToolIndex } from './pipeline/emit/list-tool-index.js';
import { findStyle } from './feature-kit/load/find-style.js';
import { findMissing } from './feature-kit/load/read-file.js';
import { docsPagePart } from './features/docs-page/docs-page-part.js';
import { storesPart } from './features/stores/stores-part.js';
import type { WorkspaceTrace } from './pipeline/read/workspace-trace.js';
import { hasDurableTasks } from './features/tasks/has-durable-tasks.js';
import type { Model, NeededPackage } from './core/model/model.js';
import { summarizeModel, type GenerateSummary } from './outputs/inspect/summarize-model.js';
import { loadPackage } from './core/package/load-package.js';
import { findProfiles } from './pipeline/profiles/client-profiles.js';
import { readInputs, type ReadOptions } from './pipeline/read/read-inputs.js';
import type { EarlierRun } from './pipeline/write/earlier-run.js';
import type { FilePlan, WriteOptions, WriteReport } from './pipeline/write/file-plan.js';
import { hashContent } from './pipeline/write/hash-content.js';
import { writePlan } from './pipeline/write/write-plan.js';

/** Options of a generate run. Folders are relative to the root. */
export interface GenerateOptions extends ReadOptions, Omit<EmitOptions, 'deprecatedNames'>, WriteOptions {
  /** Names of the client profiles to adapt descriptors to. Default: the profiles of the last run. */
  readonly profiles?: readonly string[];
  /** Whether to omit deprecated names, even in a project from an earlier version. Default: `false`. */
  readonly dropDeprecatedNames?: boolean;
}

/** Packages and store that a server needs in addition to its code. Plain data. */
export interface ProjectNeeds {
  readonly packages: readonly NeededPackage[];
  /** Whether the project has durable tasks but declares no store. */
  readonly lacksStore?: true;
}

/** Result of a generate run. */
export interface GenerateReport {
  /** Whether there are no errors and, with `check`, no pending changes. */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Contents of the files that diagnostics refer to. */
  readonly sources: SourceTexts;
  /** Entries that partial generation excluded; absent if everything or nothing was generated. */
  readonly omitted?: readonly string[];
  /** Absent if errors in the definitions prevented writing. */
  readonly write?: WriteReport;
  /** Model of the project. Absent if {@link write} is absent, or if nothing has changed since the last run. */
  readonly model?: Model;
  /** Needs of the server. Absent if {@link write} is absent. */
  readonly needs?: ProjectNeeds;
  /** Generator version of the last run; absent if it is the current one or unknown. */
  readonly upgradedFrom?: string;
  readonly summary: GenerateSummary;
}

/** A {@link GenerateReport} with the data that the next run uses to detect that nothing has changed. */
interface Generated {
  readonly report: GenerateReport;
  /** Plan of the files to write. Absent if errors prevented planning. */
  readonly plan?: FilePlan;
  readonly trace: WorkspaceTrace;
}

/**
 * Generates a project: load, resolve, check, emit, write. Writes nothing if there are errors, unless `keepGoing` can
 * exclude the invalid entries.
 * @param earlier Names and profiles of the last run, and whether the project uses deprecated names.
 */
export async function generate(
  options: GenerateOptions,
  earlier: Pick<EarlierRun, 'names' | 'profiles' | 'deprecatedNames'>,
): Promise<Generated> {
  const profiles = findProfiles(options.profiles ?? earlier.profiles);

  // Load, resolve and check the definitions, and adapt the model to the client profiles.
  const lookup = { out: options.out, ...options.lookup };
  const inputs = await readInputs({ ...options, lookup }, earlier.names, profiles);
  const { sources, trace, excluded } = inputs;
  const profileNames = profiles.map(({ name }) => name);
  if (hasErrors(inputs.diagnostics) && excluded.length === 0) {
    const summary = summarizeModel(inputs.model, profileNames);
    return { report: { ok: false, diagnostics: inputs.diagnostics, sources, summary }, trace };
  }

  // Emit types, validators, descriptors and stubs.
  const { render, version, definitionSchema } = loadPackage();
  const deprecatedNames = earlier.deprecatedNames && (options.dropDeprecatedNames ? 'dropped' : 'kept');
  const emitted = await emitCompilable(inputs, { ...options, deprecatedNames }, render);
  const found = [...inputs.diagnostics, ...emitted.diagnostics];
  const isPartial = options.keepGoing === true && hasErrors(found) && emitted.isComplete;
  const omitted = isPartial && { omitted: [...excluded, ...emitted.excluded] };
  const report = { sources, summary: summarizeModel(emitted.model, profileNames), ...omitted };
  if (hasErrors(found) && !isPartial) return { report: { ...report, ok: false, diagnostics: found }, trace };

  // Write files whose content differs from what is on disk.
  const plan: FilePlan = {
    root: options.root,
    out: options.out,
    handlers: options.handlers,
    generated: [
      ...emitted.generated,
      ...(await emitDocs(emitted.model, render)),
      // Lets editors find the schema in the project, independently of where the package is installed.
      { path: 'definition.schema.json', content: definitionSchema },
    ],
    stubs: await formatStubs(emitted.stubs, findMissing(options.root, emitted.stubs), findStyle(options.root)),
    inputs: new Map([...sources].map(([file, text]) => [file, hashContent(text)])),
    // Excluded entries keep their names for later runs.
    names: isPartial ? new Map([...earlier.names, ...inputs.names]) : inputs.names,
    tools: listToolIndex(emitted.model, inputs.toolLocations),
    profiles: profileNames,
    ...(deprecatedNames === 'kept' && { deprecatedNames: true }),
    generatorVersion: version,
  };
  const written = await writePlan(plan, options);
  const diagnostics = [...found, ...written.diagnostics];
  // Handlers of excluded entries are not orphans.
  const write = isPartial ? { ...written, orphans: [] } : written;
  return {
    report: { ...report, ok: !hasErrors(diagnostics), diagnostics, write, ...describeModel(emitted.model) },
    plan,
    trace,
  };
}

/** Emits the files of the docs page; none for a server without a docs page. */
async function emitDocs(model: Model, render: RenderTemplate): Promise<readonly GeneratedFile[]> {
  if (docsPagePart.of(model) === undefined) return [];
  const { emitDocsPage } = await import('./outputs/site/emit-docs-page.js');
  return emitDocsPage(model, render);
}

/** Returns the model and what its server needs. */
function describeModel(model: Model): Pick<GenerateReport, 'model' | 'needs'> {
  const lacksStore = hasDurableTasks(model) && !storesPart.of(model);
  return { model, needs: { packages: model.packages, ...(lacksStore && { lacksStore }) } };
}
