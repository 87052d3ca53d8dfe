import { join } from 'node:path';
import type { StubFile } from '../code/generated-file.js';
import type { FilePlan } from './file-plan.js';
import type { FileSystem } from './file-system.js';
import { hashContent, hashOf } from './hash-content.js';
import type { Change } from './journal.js';
import { formatManifest, manifestFile, parseManifest, type Manifest } from './manifest.js';

/** Differences between the disk and a file plan. Paths are relative to the root. */
export interface Comparison {
  /** Changes in the order in which they have to be made: the manifest last. */
  readonly changes: readonly Change[];
  /** Text of the present manifest. */
  readonly manifest: string | undefined;
  /** Number of generated files that are up to date. */
  readonly unchanged: number;
  /** Files among the changes that are neither as the last run left them nor as this run would leave them. */
  readonly handEdited: readonly string[];
  /** Stubs that are, or are about to be, as first written. */
  readonly unimplemented: readonly string[];
  readonly orphans: readonly string[];
}

/** Compares the disk with a file plan. Reads only. */
export async function compareWithDisk(plan: FilePlan, disk: FileSystem): Promise<Comparison> {
  const { root, out } = plan;
  const manifestText = await disk.readText(join(root, out, manifestFile));
  const manifest = manifestText === undefined ? undefined : parseManifest(manifestText);
  const generated: FileComparison[] = [];
  for (const file of plan.generated) {
    const path = `${out}/${file.path}`;
    const current = await disk.readText(join(root, path));
    generated.push(compareFile(path, file, current, manifest?.outputs.get(file.path)));
  }
  const removed = await compareRemoved(plan, manifest, disk);
  const stubs: StubComparison[] = [];
  for (const stub of plan.stubs) stubs.push(await compareStub(root, stub, manifest, disk));
  const orphans = await findOrphans(plan, manifest, disk);
  const content = formatNextManifest(plan, stubs, orphans);
  const knownHash = manifest && manifestText !== undefined ? hashContent(manifestText) : undefined;
  const nextManifest = compareFile(`${out}/${manifestFile}`, { content }, manifestText, knownHash);
  const files = [...removed, ...generated, nextManifest];
  return {
    changes: [...removed, ...generated, ...stubs, nextManifest].flatMap(({ change }) => change ?? []),
    manifest: manifestText,
    unchanged: [...generated, nextManifest].filter(({ change }) => !change).length,
    handEdited: files.flatMap(({ change, isHandEdited }) => (change && isHandEdited ? change.path : [])),
    unimplemented: stubs.filter(({ isUnimplemented }) => isUnimplemented).map(({ path }) => path),
    orphans: [...orphans.keys()].toSorted(),
  };
}

interface FileComparison {
  /** Absent when the file is up to date. */
  readonly change?: Change;
  readonly isHandEdited?: boolean;
}

interface StubComparison {
  readonly path: string;
  readonly change?: Change;
  /** Hash of the stub as first written. */
  readonly firstHash: string;
  readonly isUnimplemented: boolean;
}

/** @param knownHash Hash of the file as the last run left it. */
function compareFile(
  path: string,
  planned: { readonly content: string },
  current: string | undefined,
  knownHash: string | undefined,
): FileComparison {
  const { content } = planned;
  if (current === undefined) return { change: { kind: 'replace', path, before: null, content } };
  if (current === content) return {};
  const before = hashContent(current);
  if (before === hashOf(planned)) return {};
  return { change: { kind: 'replace', path, before, content }, isHandEdited: before !== knownHash };
}

/** Compares generated files that the last run wrote and the plan no longer has. */
async function compareRemoved(
  plan: FilePlan,
  manifest: Manifest | undefined,
  disk: FileSystem,
): Promise<readonly FileComparison[]> {
  const planned = new Set(plan.generated.map(({ path }) => path));
  const removed: FileComparison[] = [];
  for (const [outputPath, knownHash] of manifest?.outputs ?? []) {
    const path = `${plan.out}/${outputPath}`;
    const current = planned.has(outputPath) ? undefined : await disk.readText(join(plan.root, path));
    if (current === undefined) continue;
    const before = hashContent(current);
    removed.push({ change: { kind: 'remove', path, before }, isHandEdited: before !== knownHash });
  }
  return removed;
}

async function compareStub(
  root: string,
  stub: StubFile,
  manifest: Manifest | undefined,
  disk: FileSystem,
): Promise<StubComparison> {
  const { path, content } = stub;
  const newHash = hashOf(stub);
  const isComplete = stub.complete === true;
  if ((await disk.kindOf(join(root, path))) === undefined) {
    return { path, change: { kind: 'create', path, content }, firstHash: newHash, isUnimplemented: !isComplete };
  }
  const current = await disk.readText(join(root, path));
  const firstHash = manifest?.stubs.get(path) ?? newHash;
  const isUntouched = current !== undefined && [firstHash, newHash].includes(hashContent(current));
  return { path, firstHash, isUnimplemented: isUntouched && !isComplete };
}

/** Handler files that an earlier run wrote and the plan no longer has, with their hashes, as far as they still exist. */
async function findOrphans(
  plan: FilePlan,
  manifest: Manifest | undefined,
  disk: FileSystem,
): Promise<ReadonlyMap<string, string>> {
  const planned = new Set(plan.stubs.map(({ path }) => path));
  const orphans = new Map<string, string>();
  for (const [path, hash] of manifest?.stubs ?? []) {
    if (planned.has(path) || (await disk.kindOf(join(plan.root, path))) === undefined) continue;
    orphans.set(path, hash);
  }
  return orphans;
}

function formatNextManifest(
  plan: FilePlan,
  stubs: readonly StubComparison[],
  orphans: ReadonlyMap<string, string>,
): string {
  return formatManifest({
    generatorVersion: plan.generatorVersion,
    inputs: plan.inputs,
    outputs: new Map(plan.generated.map((file) => [file.path, hashOf(file)])),
    stubs: new Map([...orphans, ...stubs.map(({ path, firstHash }): [string, string] => [path, firstHash])]),
    names: plan.names,
    tools: plan.tools,
    profiles: plan.profiles ?? [],
  });
}
