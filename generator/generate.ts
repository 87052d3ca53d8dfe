import { compareRuns, refuseLaterWriter, typeFiles, type RunComparison } from './compare-runs.js';
import { createDiagnostic, hasErrors, promoteWarnings } from './diagnostics/create-diagnostic.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import type { SourceTexts } from './diagnostics/format-diagnostics.js';
import { compileTemplates } from './emit/code/templates.js';
import { emitProject, type EmittedProject } from './emit/emit-project.js';
import { formatStubs } from './emit/handlers/format-stubs.js';
import { listImplementations } from './emit/handlers/handler-module.js';
import { findMissing } from './load/find-missing.js';
import { openStoredParts, type StoredParts } from './emit/stored-parts.js';
import type { ValidatorFailure } from './emit/validators/validator-failure.js';
import type { Workspace } from './load/load-definitions.js';
import type { WorkspaceTrace } from './load/workspace-trace.js';
import { fingerprintPackage } from './load/fingerprint-package.js';
import { loadPackage } from './load/load-package.js';
import { RemoteReader } from './load/remote-reader.js';
import type { ApiModel, Model } from './model/model.js';
import { readDefinitions } from './read-definitions.js';
import type { ResolvedModel } from './resolve/resolve-model.js';
import { formatRunRecord, keyRun, runRecordFile } from './run-record.js';
import { readCacheFile, writeCacheFiles } from './write/cache-files.js';
import { readEarlierRun } from './write/earlier-run.js';
import { hashContent } from './write/hash-content.js';
import type { WritePlan, WriteReport } from './write/plan.js';
import { outlinePlan } from './write/survey-unchanged.js';
import { writePlan } from './write/write-plan.js';

/** What to generate from what. Folders are relative to the root. */
export interface GenerateOptions {
  /** Absolute path of the project. */
  readonly root: string;
  readonly definitions: string;
  readonly handlers: string;
  readonly out: string;
  /** Package to import the runtime from; by default a copy of it is generated. */
  readonly runtime?: string;
  /** Write nothing, report what would change. */
  readonly check: boolean;
  /** Overwrite generated files that were edited by hand. */
  readonly force: boolean;
  /** Warnings are errors. */
  readonly strict: boolean;
  /** Hosts that definitions may refer to; see {@link RemoteReader}. Default: none. */
  readonly allowRemote?: readonly string[];
  /** Absolute paths of folders that definitions may refer to, besides their own. Default: none. */
  readonly allowOutside?: readonly string[];
}

/** What came of it. */
export interface GenerateReport extends RunComparison {
  /** No errors, and with `check` nothing to change. */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** The files that diagnostics speak of. */
  readonly sources: SourceTexts;
  /** Absent when errors in the definitions kept anything from being written. */
  readonly write?: WriteReport;
  /** The APIs that tools call; absent like {@link write}. */
  readonly apis?: readonly ApiModel[];
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
}

/** Name of the file in the cache that holds parts of generated files. */
const partsFile = 'parts';

const emptySummary: GenerateSummary = { tools: 0, prompts: 0, resources: 0, resourceTemplates: 0 };

/** The whole pipeline: load, resolve into the model, check, emit, write. Nothing is written when there are errors. */
export async function generate(options: GenerateOptions): Promise<GenerateReport> {
  const earlier = await readEarlierRun(options.root, options.out, typeFiles);
  const own = await loadPackage();
  const obstacles = [...earlier.diagnostics, ...refuseLaterWriter(earlier, own.version, options)];
  if (hasErrors(obstacles)) {
    return { ok: false, diagnostics: obstacles, sources: new Map(), summary: emptySummary };
  }
  const inputs = await readInputs(options, own.definitionSchema, earlier.names);
  const { sources } = inputs;
  const diagnostics = options.strict ? promoteWarnings(inputs.diagnostics) : inputs.diagnostics;
  if (hasErrors(diagnostics)) return { sources, summary: summarise(inputs.model), ok: false, diagnostics };

  const render = compileTemplates(own.templates);
  const fingerprint = fingerprintPackage();
  // A check is there to judge what is on the disk, and takes nothing from it.
  const stored = options.check ? undefined : await readCacheFile(options.root, options.out, partsFile);
  const parts = openStoredParts(stored, fingerprint);
  const emit = (model: Model) => emitProject(model, options, render, own.runtimeFiles, parts);
  const { emitted, model, skipped } = await emitCompilable(inputs.model, emit);
  const failures = [...skipped, ...emitted.failures].map((failure) => describeFailure(failure, inputs, skipped));
  const found = [...diagnostics, ...(options.strict ? promoteWarnings(failures) : failures)];
  const report = { sources, summary: summarise(model) };
  if (hasErrors(found)) return { ...report, ok: false, diagnostics: found };

  const plan = {
    root: options.root,
    out: options.out,
    generated: emitted.generated,
    stubs: await formatStubs(emitted.stubs, await findMissing(options.root, emitted.stubs)),
    inputs: new Map([...sources].map(([file, text]) => [file, hashContent(text)])),
    names: inputs.names,
    generatorVersion: own.version,
  };
  const write = await writePlan(plan, options);
  const all = [...found, ...write.diagnostics];
  const comparison = compareRuns(earlier, plan, listImplementations(model, options), write);
  const finished = { ...report, ok: !hasErrors(all), diagnostics: all, write, apis: model.apis, ...comparison };
  if (finished.ok && !options.check) await rememberRun(options, plan, inputs.trace, finished, fingerprint, parts);
  return finished;
}

/** Lets the next run see that there is nothing to do, or how little. */
async function rememberRun(
  options: GenerateOptions,
  plan: WritePlan,
  trace: WorkspaceTrace,
  { diagnostics, summary }: GenerateReport,
  fingerprint: string,
  parts: StoredParts,
): Promise<void> {
  const key = keyRun(fingerprint, options);
  const record = formatRunRecord({ key, inputs: trace, outline: outlinePlan(plan), diagnostics, summary });
  const files = new Map([
    [runRecordFile, Buffer.from(record)],
    [partsFile, parts.store()],
  ]);
  await writeCacheFiles(options.root, options.out, files);
}

/** What is needed of the definitions once they are understood. */
interface Inputs extends Pick<ResolvedModel, 'model' | 'names' | 'toolLocations'> {
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceTexts;
  readonly trace: WorkspaceTrace;
}

/** The trees of the files, which are many times as large as the files, are let go of before anything is emitted. */
async function readInputs(
  { root, definitions, allowRemote = [], allowOutside: folders = [] }: GenerateOptions,
  definitionSchema: object,
  earlierNames: ReadonlyMap<string, string>,
): Promise<Inputs> {
  const access = { folders, ...(allowRemote.length > 0 && { remote: new RemoteReader(allowRemote) }) };
  const read = await readDefinitions(root, definitions, definitionSchema, earlierNames, { access });
  const { model, names, toolLocations } = read.resolved;
  const sources = listTexts(read.workspace);
  return { model, names, toolLocations, diagnostics: read.diagnostics, sources, trace: read.trace() };
}

function listTexts(workspace: Workspace): SourceTexts {
  const texts = [...workspace.files].flatMap(([file, loaded]) =>
    loaded.status === 'read' ? [[file, loaded.text] as const] : [],
  );
  return new Map(texts);
}

function summarise(model: Model): GenerateSummary {
  const operations = model.tools.filter(({ catalogued }) => catalogued).length;
  return {
    tools: model.tools.length - operations,
    ...(operations > 0 && { operations }),
    prompts: model.prompts.length,
    resources: model.resources.length,
    resourceTemplates: model.resourceTemplates.length,
  };
}

/** What was emitted, of what, and why tools are missing in it. */
interface EmittedModel {
  readonly emitted: EmittedProject;
  readonly model: Model;
  readonly skipped: readonly ValidatorFailure[];
}

/** A schema of an API that no validator can be made of costs its tool, and no other one. */
async function emitCompilable(model: Model, emit: (model: Model) => Promise<EmittedProject>): Promise<EmittedModel> {
  const emitted = await emit(model);
  const foreign = new Set(model.tools.flatMap(({ name, handler }) => (handler.kind === 'forward' ? [name] : [])));
  const skipped = emitted.failures.filter(({ tool }) => foreign.has(tool));
  if (skipped.length === 0) return { emitted, model, skipped };
  const failed = new Set(skipped.map(({ tool }) => tool));
  const rest = { ...model, tools: model.tools.filter(({ name }) => !failed.has(name)) };
  return { emitted: await emit(rest), model: rest, skipped };
}

function describeFailure(
  failure: ValidatorFailure,
  { toolLocations }: Inputs,
  skipped: readonly ValidatorFailure[],
): Diagnostic {
  const { tool, schema, message } = failure;
  const text = `The ${schema} schema of \`${tool}\` cannot be compiled: ${message}`;
  const code = skipped.includes(failure) ? 'skipped-operation' : 'uncompilable-schema';
  return createDiagnostic(code, toolLocations.get(tool), text);
}
