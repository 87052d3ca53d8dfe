import { refuseLaterWriter } from './runs/compare-runs.js';
import { createDiagnostic, hasErrors, promoteWarnings } from './diagnostics/create-diagnostic.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import type { SourceTexts } from './diagnostics/format-diagnostics.js';
import type { ArtifactKind } from './emit/artifacts/artifact-kind.js';
import { emitArtifacts } from './emit/artifacts/emit-artifacts.js';
import { emitProject, type EmittedProject } from './emit/emit-project.js';
import { formatStubs } from './emit/handlers/format-stubs.js';
import { findMissing } from './load/read-file.js';
import { prepareCompilers } from './emit/validators/compile-aside.js';
import type { ValidatorFailure } from './emit/validators/validator-failure.js';
import { listToolIndex } from './emit/list-tool-index.js';
import type { WorkspaceTrace } from './load/workspace-trace.js';
import { fingerprintPackage } from './package/fingerprint-package.js';
import { loadPackage } from './package/load-package.js';
import type { ApiModel, Model } from './model/model.js';
import { findProfiles } from './profiles/client-profiles.js';
import type { Profile } from './profiles/client-profiles.js';
import { readInputs, type Inputs, type ReadOptions } from './read/read-inputs.js';
import { formatRunRecord, keyRun, runRecordFile } from './runs/run-record.js';
import { writeCacheFile } from './write/cache-file.js';
import { readEarlierRun } from './write/earlier-run.js';
import { hashContent } from './write/hash-content.js';
import type { FilePlan, WriteReport } from './write/file-plan.js';
import { outlinePlan } from './write/unchanged-files.js';
import { writePlan } from './write/write-plan.js';

/** What to generate from what. Folders are relative to the root. */
export interface GenerateOptions extends ReadOptions {
  readonly handlers: string;
  readonly out: string;
  /** Write nothing, report what would change. */
  readonly check: boolean;
  /** Overwrite generated files that were edited by hand. */
  readonly force: boolean;
  /** Formats of other systems to write each tool in. */
  readonly artifacts?: readonly ArtifactKind[];
  /** Names of the client profiles to lower descriptors for. Default: those of the last run. */
  readonly profiles?: readonly string[];
}

/** What came of it. */
export interface GenerateReport {
  /** No errors, and with `check` nothing to change. */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** The files that diagnostics speak of. */
  readonly sources: SourceTexts;
  /** What was left out because of errors, for people; absent when everything was generated, or nothing. */
  readonly leftOut?: readonly string[];
  /** Absent when errors in the definitions kept anything from being written. */
  readonly write?: WriteReport;
  /** The APIs that tools call; absent like {@link write}, and where nothing has changed since the last run. */
  readonly apis?: readonly ApiModel[];
  /** The version that generated before; absent where that was this one, or where nothing is known. */
  readonly upgradedFrom?: string;
  readonly summary: GenerateSummary;
}

/** How much the definitions hold. */
export interface GenerateSummary {
  readonly tools: number;
  /** Operations that are no tools of their own. Absent where there are none. */
  readonly operations?: number;
  readonly prompts: number;
  readonly resources: number;
  readonly resourceTemplates: number;
  /** Names of the client profiles that descriptors are adapted to. Absent where there are none. */
  readonly profiles?: readonly string[];
}

const emptySummary: GenerateSummary = { tools: 0, prompts: 0, resources: 0, resourceTemplates: 0 };

/** The whole pipeline: load, resolve into the model, check, lower for client profiles, emit, write. Nothing is written when there are errors. */
export async function generate(options: GenerateOptions): Promise<GenerateReport> {
  const earlier = await readEarlierRun(options.root, options.out);
  const own = loadPackage();
  const obstacles = [...earlier.diagnostics, ...refuseLaterWriter(earlier, own.version, options)];
  if (hasErrors(obstacles)) {
    return { ok: false, diagnostics: obstacles, sources: new Map(), summary: emptySummary };
  }
  const profiles = findProfiles(options.profiles ?? earlier.profiles);
  prepareCompilers();
  const inputs = await readInputs(options, earlier.names, profiles);
  const { sources, diagnostics, excluded } = inputs;
  if (hasErrors(diagnostics) && excluded.length === 0) {
    return { sources, summary: summarise(inputs.model, profiles), ok: false, diagnostics };
  }

  const emit = (model: Model) => emitProject(model, options, own.render);
  const emitting = emitCompilable(inputs.model, emit, options.keepGoing);
  // While validators are compiled elsewhere.
  const hashes = new Map([...sources].map(([file, text]) => [file, hashContent(text)]));
  const { emitted, model, skipped } = await emitting;
  const failures = [...skipped, ...emitted.failures].map((failure) => describeFailure(failure, inputs));
  const found = [...diagnostics, ...(options.strict ? promoteWarnings(failures) : failures)];
  const foreign = listForeign(inputs.model);
  const missing = [...excluded, ...skipped.flatMap(({ tool }) => (foreign.has(tool) ? [] : [tool]))];
  const isPartial = options.keepGoing === true && hasErrors(found) && emitted.failures.length === 0;
  const report = { sources, summary: summarise(model, profiles), ...(isPartial && { leftOut: missing }) };
  if (hasErrors(found) && !isPartial) return { ...report, ok: false, diagnostics: found };

  const plan = {
    root: options.root,
    out: options.out,
    generated: [...emitted.generated, ...emitArtifacts(model, options.artifacts ?? [])],
    stubs: await formatStubs(emitted.stubs, findMissing(options.root, emitted.stubs)),
    inputs: hashes,
    // What is left out may come back, and is to have its names then.
    names: isPartial ? new Map([...earlier.names, ...inputs.names]) : inputs.names,
    tools: listToolIndex(model, inputs.toolLocations, hashes),
    profiles: profiles.map(({ name }) => name),
    generatorVersion: own.version,
  };
  const write = await writePlan(plan, options);
  const all = [...found, ...write.diagnostics];
  // The handlers of what is left out are not orphans.
  const told = isPartial ? { ...write, orphans: [] } : write;
  const before = earlier.writer?.generatorVersion;
  const upgrade = before !== undefined && before !== own.version && { upgradedFrom: before };
  const finished = { ...report, ok: !hasErrors(all), diagnostics: all, write: told, apis: model.apis, ...upgrade };
  if (finished.ok && !options.check) await rememberRun(options, plan, inputs.trace, finished);
  return finished;
}

/** Lets the next run see that there is nothing to do. */
async function rememberRun(
  options: GenerateOptions,
  plan: FilePlan,
  trace: WorkspaceTrace,
  { diagnostics, summary }: GenerateReport,
): Promise<void> {
  const key = keyRun(fingerprintPackage(), options);
  const record = formatRunRecord({ key, inputs: trace, outline: outlinePlan(plan), diagnostics, summary });
  await writeCacheFile(options.root, options.out, runRecordFile, Buffer.from(record));
}

function summarise(model: Model, profiles: readonly Profile[]): GenerateSummary {
  const operations = model.tools.filter(({ catalogued }) => catalogued).length;
  return {
    tools: model.tools.length - operations,
    ...(operations > 0 && { operations }),
    prompts: model.prompts.length,
    resources: model.resources.length,
    resourceTemplates: model.resourceTemplates.length,
    ...(profiles.length > 0 && { profiles: profiles.map(({ name }) => name) }),
  };
}

/** What was emitted, of what, and why tools are missing in it. */
interface EmittedModel {
  readonly emitted: EmittedProject;
  readonly model: Model;
  readonly skipped: readonly ValidatorFailure[];
}

/**
 * A schema of an API that no validator can be made of costs its tool, and no other one.
 *
 * @param keepGoing So does every other schema.
 */
async function emitCompilable(
  model: Model,
  emit: (model: Model) => Promise<EmittedProject>,
  keepGoing = false,
): Promise<EmittedModel> {
  const emitted = await emit(model);
  const foreign = listForeign(model);
  const skipped = emitted.failures.filter(({ tool }) => keepGoing || foreign.has(tool));
  if (skipped.length === 0) return { emitted, model: emitted.model, skipped };
  const failed = new Set(skipped.map(({ tool }) => tool));
  const rest = { ...emitted.model, tools: emitted.model.tools.filter(({ name }) => !failed.has(name)) };
  const again = await emit(rest);
  return { emitted: again, model: again.model, skipped };
}

/** Tools whose schemas are those of an API. */
function listForeign({ tools }: Model): ReadonlySet<string> {
  return new Set(tools.flatMap(({ name, handler }) => (handler.kind === 'forward' ? [name] : [])));
}

function describeFailure(failure: ValidatorFailure, { toolLocations, model }: Inputs): Diagnostic {
  const { tool, schema, message } = failure;
  const text = `The ${schema} schema of \`${tool}\` cannot be compiled: ${message}`;
  const code = listForeign(model).has(tool) ? 'skipped-operation' : 'uncompilable-schema';
  return createDiagnostic(code, toolLocations.get(tool), text);
}
