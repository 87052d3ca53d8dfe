import { createDiagnostic, hasErrors, promoteWarnings } from './diagnostics/create-diagnostic.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import type { SourceTexts } from './diagnostics/format-diagnostics.js';
import { emitArtifacts, type ArtifactKind } from './emit/artifacts/emit-artifacts.js';
import { compileTemplates } from './emit/code/templates.js';
import { emitProject, type EmittedProject } from './emit/emit-project.js';
import { formatStubs } from './emit/handlers/format-stubs.js';
import { findMissing } from './load/find-missing.js';
import type { ValidatorFailure } from './emit/validators/emit-validators.js';
import type { Workspace } from './load/load-definitions.js';
import { keepSound } from './keep-sound.js';
import { nameLeftOut } from './leave-out.js';
import { listCatalogue } from './list-catalogue.js';
import { loadPackage } from './load/load-package.js';
import type { Model } from './model/model.js';
import { checkWorkspace, readDefinitions, type Definitions } from './read-definitions.js';
import type { ResolvedModel } from './resolve/resolve-model.js';
import { readEarlierRun } from './write/earlier-run.js';
import { hashContent } from './write/hash-content.js';
import type { WriteReport } from './write/plan.js';
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
  /** Formats of other systems to write each tool in. */
  readonly artifacts?: readonly ArtifactKind[];
  /** Leave out what has errors, and generate the rest all the same. */
  readonly keepGoing?: boolean;
  /** Warnings are errors. */
  readonly strict: boolean;
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
  readonly summary: GenerateSummary;
}

/** How much the definitions hold. */
export interface GenerateSummary {
  readonly tools: number;
  readonly prompts: number;
  readonly resources: number;
  readonly resourceTemplates: number;
}

const emptySummary: GenerateSummary = { tools: 0, prompts: 0, resources: 0, resourceTemplates: 0 };

/** The whole pipeline: load, resolve into the model, check, emit, write. Nothing is written when there are errors. */
export async function generate(options: GenerateOptions): Promise<GenerateReport> {
  const earlier = await readEarlierRun(options.root, options.out);
  if (hasErrors(earlier.diagnostics)) {
    return { ok: false, diagnostics: earlier.diagnostics, sources: new Map(), summary: emptySummary };
  }
  const own = await loadPackage();
  const judge = (read: Definitions) =>
    options.strict ? { ...read, diagnostics: promoteWarnings(read.diagnostics) } : read;
  const read = judge(await readDefinitions(options.root, options.definitions, own.definitionSchema, earlier.names));
  const reread = (rest: Workspace) => judge(checkWorkspace(rest, own.definitionSchema, earlier.names));
  const { definitions, leftOut } = options.keepGoing ? keepSound(read, reread) : { definitions: read, leftOut: [] };
  const { workspace, resolved, diagnostics } = definitions;
  const sources = listTexts(workspace);
  if (hasErrors(diagnostics) && leftOut.length === 0) {
    return { sources, summary: summarise(resolved.model), ok: false, diagnostics };
  }

  const render = compileTemplates(own.templates);
  const emit = (model: Model) => emitProject(model, options, render, own.runtimeFiles);
  const { emitted, model, skipped } = await emitCompilable(resolved.model, emit, options.keepGoing);
  const failures = [...skipped, ...emitted.failures].map((failure) => describeFailure(failure, resolved));
  const found = [...diagnostics, ...(options.strict ? promoteWarnings(failures) : failures)];
  const foreign = listForeign(resolved.model);
  const missing = [...leftOut.map(nameLeftOut), ...skipped.flatMap(({ tool }) => (foreign.has(tool) ? [] : [tool]))];
  const isPartial = options.keepGoing === true && hasErrors(found) && emitted.failures.length === 0;
  const report = { sources, summary: summarise(model), ...(isPartial && { leftOut: missing }) };
  if (hasErrors(found) && !isPartial) return { ...report, ok: false, diagnostics: found };

  const inputs = hashInputs(workspace);
  const plan = {
    root: options.root,
    out: options.out,
    generated: [...emitted.generated, ...emitArtifacts(model, options.artifacts ?? [])],
    stubs: await formatStubs(emitted.stubs, await findMissing(options.root, emitted.stubs)),
    inputs,
    // What is left out may come back, and is to have its names then.
    names: isPartial ? new Map([...earlier.names, ...resolved.names]) : resolved.names,
    catalogue: listCatalogue(model, resolved.toolLocations, inputs),
    generatorVersion: own.version,
  };
  const write = await writePlan(plan, options);
  const all = [...found, ...write.diagnostics];
  // The handlers of what is left out are not orphans.
  return { ...report, ok: !hasErrors(all), diagnostics: all, write: isPartial ? { ...write, orphans: [] } : write };
}

function listTexts(workspace: Workspace): SourceTexts {
  const texts = [...workspace.files].flatMap(([file, loaded]) =>
    loaded.status === 'read' ? [[file, loaded.text] as const] : [],
  );
  return new Map(texts);
}

function hashInputs(workspace: Workspace): ReadonlyMap<string, string> {
  return new Map([...listTexts(workspace)].map(([file, text]) => [file, hashContent(text)]));
}

function summarise(model: Model): GenerateSummary {
  return {
    tools: model.tools.length,
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
  if (skipped.length === 0) return { emitted, model, skipped };
  const failed = new Set(skipped.map(({ tool }) => tool));
  const rest = { ...model, tools: model.tools.filter(({ name }) => !failed.has(name)) };
  return { emitted: await emit(rest), model: rest, skipped };
}

/** Tools whose schemas are those of an API. */
function listForeign({ tools }: Model): ReadonlySet<string> {
  return new Set(tools.flatMap(({ name, handler }) => (handler.kind === 'forward' ? [name] : [])));
}

function describeFailure(failure: ValidatorFailure, { toolLocations, model }: ResolvedModel): Diagnostic {
  const { tool, schema, message } = failure;
  const text = `The ${schema} schema of \`${tool}\` cannot be compiled: ${message}`;
  const code = listForeign(model).has(tool) ? 'skipped-operation' : 'uncompilable-schema';
  return createDiagnostic(code, toolLocations.get(tool), text);
}
