import { join } from 'node:path';
import type { GeneratedFile, StubFile } from '../code/generated-file.js';
import type { FileSystem } from './file-system.js';
import { hashContent, hashOf } from './hash-content.js';
import type { Change } from './journal.js';
import { formatManifest, manifestFile, parseManifest, type Manifest } from './manifest.js';
import { mapInBatches } from './map-in-batches.js';
import type { WritePlan } from './plan.js';

/** What stands between the disk and a plan. Paths are relative to the root. */
export interface Survey {
  /** In the order in which they have to be made: the manifest last. */
  readonly changes: readonly Change[];
  /** Text of the manifest that was found. */
  readonly manifest: string | undefined;
  /** How many generated files are as they should be. */
  readonly unchanged: number;
  /** Files among the changes that are neither as the last run left them nor as this one would. */
  readonly handEdited: readonly string[];
  /** Stubs that are, or are about to be, as first written. */
  readonly unimplemented: readonly string[];
  readonly orphans: readonly string[];
}

/** Compares a plan with the disk. Reads only. */
export async function surveyPlan(plan: WritePlan, fileSystem: FileSystem): Promise<Survey> {
  const manifestText = await fileSystem.readText(join(plan.root, plan.out, manifestFile));
  const manifest = manifestText === undefined ? undefined : parseManifest(manifestText);
  const generated = await mapInBatches(plan.generated, (file) =>
    surveyGenerated(plan, file, manifest?.outputs.get(file.path), fileSystem),
  );
  const removed = await surveyRemoved(plan, manifest, fileSystem);
  const stubs = await mapInBatches(plan.stubs, (stub) => surveyStub(plan, stub, manifest, fileSystem));
  const orphans = await findOrphans(plan, manifest, fileSystem);
  const manifestPath = `${plan.out}/${manifestFile}`;
  const nextManifest = surveyFile(
    manifestPath,
    { content: formatNextManifest(plan, stubs, orphans) },
    manifestText,
    manifest && manifestText !== undefined ? hashContent(manifestText) : undefined,
  );
  const files = [...removed, ...generated, nextManifest];
  return {
    changes: [
      ...removed.flatMap(({ change }) => change ?? []),
      ...generated.flatMap(({ change }) => change ?? []),
      ...stubs.flatMap(({ change }) => change ?? []),
      ...(nextManifest.change ? [nextManifest.change] : []),
    ],
    manifest: manifestText,
    unchanged: [...generated, nextManifest].filter(({ change }) => !change).length,
    handEdited: files.flatMap(({ change, isHandEdited }) => (change && isHandEdited ? change.path : [])),
    unimplemented: stubs.filter(({ isUnimplemented }) => isUnimplemented).map(({ path }) => path),
    orphans: [...orphans.keys()].toSorted(),
  };
}

interface FileSurvey {
  readonly change?: Change;
  readonly isHandEdited?: boolean;
}

interface StubSurvey {
  readonly path: string;
  readonly change?: Change;
  /** Hash of the stub as first written. */
  readonly firstHash: string;
  readonly isUnimplemented: boolean;
}

async function surveyGenerated(
  plan: WritePlan,
  file: GeneratedFile,
  knownHash: string | undefined,
  fileSystem: FileSystem,
): Promise<FileSurvey> {
  const path = `${plan.out}/${file.path}`;
  return surveyFile(path, file, await fileSystem.readText(join(plan.root, path)), knownHash);
}

function surveyFile(
  path: string,
  planned: { readonly content: string },
  current: string | undefined,
  knownHash: string | undefined,
): FileSurvey {
  const { content } = planned;
  if (current === undefined) return { change: { kind: 'replace', path, before: null, content } };
  if (current === content) return {};
  const before = hashContent(current);
  if (before === hashOf(planned)) return {};
  return { change: { kind: 'replace', path, before, content }, isHandEdited: before !== knownHash };
}

async function surveyRemoved(
  plan: WritePlan,
  manifest: Manifest | undefined,
  fileSystem: FileSystem,
): Promise<readonly FileSurvey[]> {
  const planned = new Set(plan.generated.map(({ path }) => path));
  const gone = [...(manifest?.outputs ?? [])].filter(([path]) => !planned.has(path));
  return mapInBatches(gone, async ([outputPath, knownHash]) => {
    const path = `${plan.out}/${outputPath}`;
    const current = await fileSystem.readText(join(plan.root, path));
    if (current === undefined) return {};
    const before = hashContent(current);
    return { change: { kind: 'remove', path, before }, isHandEdited: before !== knownHash };
  });
}

async function surveyStub(
  plan: WritePlan,
  stub: StubFile,
  manifest: Manifest | undefined,
  fileSystem: FileSystem,
): Promise<StubSurvey> {
  const { path, content } = stub;
  const newHash = hashOf(stub);
  const isComplete = stub.complete === true;
  if ((await fileSystem.kindOf(join(plan.root, path))) === undefined) {
    return { path, change: { kind: 'create', path, content }, firstHash: newHash, isUnimplemented: !isComplete };
  }
  const current = await fileSystem.readText(join(plan.root, path));
  const firstHash = manifest?.stubs.get(path) ?? newHash;
  const isUntouched = current !== undefined && [firstHash, newHash].includes(hashContent(current));
  return { path, firstHash, isUnimplemented: isUntouched && !isComplete };
}

/** Handler files that a run once wrote and the plan no longer has, with their hashes, as far as they are still there. */
async function findOrphans(
  plan: WritePlan,
  manifest: Manifest | undefined,
  fileSystem: FileSystem,
): Promise<ReadonlyMap<string, string>> {
  const planned = new Set(plan.stubs.map(({ path }) => path));
  const gone = [...(manifest?.stubs ?? [])].filter(([path]) => !planned.has(path));
  const kinds = await mapInBatches(gone, ([path]) => fileSystem.kindOf(join(plan.root, path)));
  return new Map(gone.filter((_, index) => kinds[index] !== undefined));
}

function formatNextManifest(
  plan: WritePlan,
  stubs: readonly StubSurvey[],
  orphans: ReadonlyMap<string, string>,
): string {
  return formatManifest({
    generatorVersion: plan.generatorVersion,
    inputs: plan.inputs,
    outputs: new Map(plan.generated.map((file) => [file.path, hashOf(file)])),
    stubs: new Map([...orphans, ...stubs.map(({ path, firstHash }): [string, string] => [path, firstHash])]),
    names: plan.names,
    catalogue: plan.catalogue,
    profiles: plan.profiles ?? [],
  });
}
