import { join } from 'node:path';
import type { StubFile } from '../../core/code/generated-file.js';
import type { Change, FilePlan, MisnamedHandler } from './file-plan.js';
import type { FileSystem } from './file-system.js';
import { findRenames, type RenamedTool } from './find-renames.js';
import { hashContent } from './hash-content.js';
import { formatManifest, manifestFile, parseManifest, type Manifest } from './manifest.js';

/** Differences between the files on disk and a file plan. Paths are relative to the root. */
export interface Comparison {
  /** Changes in the order in which they must be made, with the manifest last. */
  readonly changes: readonly Change[];
  /** Content of the current manifest. */
  readonly manifest: string | undefined;
  /** Number of generated files that are up to date. */
  readonly unchanged: number;
  /** Changed files that match the output of neither the last run nor this run. */
  readonly handEdited: readonly string[];
  /** Stubs that are, or will be, unmodified. */
  readonly unimplemented: readonly string[];
  readonly orphans: readonly string[];
  /** Handlers whose scripts have changed since the last run. */
  readonly outdated: readonly string[];
  /** Handlers that use names from an earlier version. */
  readonly misnamed: readonly MisnamedHandler[];
  /** Tools that were renamed since the last run. */
  readonly renamed: readonly RenamedTool[];
  /** Whether the manifest is up to date, except that it lists deleted handler files of removed definitions. */
  readonly listsDeleted: boolean;
}

/** Compares the files on disk with a file plan. Writes nothing. */
export async function compareWithDisk(plan: FilePlan, disk: FileSystem): Promise<Comparison> {
  const { root, out, generated } = plan;
  const manifestPath = `${out}/${manifestFile}`;
  const manifestText = await disk.readText(join(root, manifestPath));
  const manifest = manifestText === undefined ? undefined : parseManifest(manifestText);
  const stubs: StubComparison[] = [];
  for (const stub of plan.stubs) stubs.push(await compareStub(plan, stub, manifest, disk));
  const orphans = await findOrphans(plan, manifest, disk);

  const read = (path: string): Promise<string | undefined> => disk.readText(join(root, path));
  const planned = new Set(generated.map(({ path }) => path));
  const removed = [...(manifest?.outputs.keys() ?? [])].filter((path) => !planned.has(path));
  const changes: Change[] = [];
  for (const path of removed.map((name) => `${out}/${name}`)) changes.push(...compareTexts(path, await read(path)));
  for (const { path: name, content } of generated) {
    const path = `${out}/${name}`;
    changes.push(...compareTexts(path, await read(path), content));
  }
  changes.push(...stubs.flatMap(({ change }) => change ?? []));
  const manifestChange = compareTexts(manifestPath, manifestText, formatNextManifest(plan, stubs, orphans));
  changes.push(...manifestChange);
  const listed = formatNextManifest(plan, stubs, manifest?.stubs ?? new Map());

  const stubPaths = new Set(plan.stubs.map(({ path }) => path));
  const isStub = (path: string): boolean => stubPaths.has(path);
  const isHandEdited = ({ path, before }: Change): boolean => {
    if (before === undefined || isStub(path)) return false;
    if (path === manifestPath) return manifest === undefined;
    return manifest?.outputs.get(path.slice(out.length + 1)) !== hashContent(before);
  };
  return {
    changes,
    manifest: manifestText,
    unchanged: generated.length + 1 - changes.filter(({ kind, path }) => kind === 'replace' && !isStub(path)).length,
    handEdited: changes.filter(isHandEdited).map(({ path }) => path),
    unimplemented: stubs.filter(({ isUnimplemented }) => isUnimplemented).map(({ path }) => path),
    outdated: stubs.flatMap(({ path, isOutdated }) => (isOutdated ? [path] : [])),
    misnamed: stubs.flatMap(({ path, renames = [] }) => (renames.length > 0 ? [{ path, renames }] : [])),
    orphans: [...orphans.keys()].toSorted(),
    renamed: manifest
      ? findRenames(
          manifest.tools,
          plan.tools,
          plan.handlers,
          new Set(orphans.keys()),
          new Set(stubs.flatMap(({ path, change }) => (change?.kind === 'create' ? [path] : []))),
        )
      : [],
    listsDeleted: manifestChange.length > 0 && compareTexts(manifestPath, manifestText, listed).length === 0,
  };
}

/** Returns the change that replaces a generated file's content; none if the old and new content differ only in line endings. */
function compareTexts(path: string, before: string | undefined, after?: string): readonly Change[] {
  if (before === after) return [];
  if (after === undefined) return [{ kind: 'remove', path, ...(before !== undefined && { before }) }];
  if (before === undefined) return [{ kind: 'replace', path, after }];
  return hashContent(before) === hashContent(after) ? [] : [{ kind: 'replace', path, before, after }];
}

interface StubComparison {
  readonly path: string;
  readonly change?: Change;
  /** Hash of the stub as first written. */
  readonly firstHash: string;
  readonly isUnimplemented: boolean;
  /** Whether the handler was written for an earlier version of its script. */
  readonly isOutdated?: true;
  /** Names in the handler that were renamed. */
  readonly renames?: MisnamedHandler['renames'];
}

async function compareStub(
  plan: FilePlan,
  { path, content, complete, scriptOf = '', renames = new Map() }: StubFile,
  manifest: Manifest | undefined,
  disk: FileSystem,
): Promise<StubComparison> {
  const { root } = plan;
  const newHash = hashContent(content);
  const isStub = complete !== true;
  if ((await disk.kindOf(join(root, path))) === undefined) {
    return { path, change: { kind: 'create', path, after: content }, firstHash: newHash, isUnimplemented: isStub };
  }
  const current = await disk.readText(join(root, path));
  const firstHash = manifest?.stubs.get(path) ?? newHash;
  const isUntouched = current !== undefined && [firstHash, newHash].includes(hashContent(current));
  const used = [...renames].filter(([name]) => current !== undefined && new RegExp(`\\b${name}\\b`, 'u').test(current));
  if (isUntouched && (scriptOf !== '' || used.length > 0) && hashContent(current) !== newHash) {
    const change: Change = { kind: 'replace', path, before: current, after: content };
    return { path, change, firstHash: newHash, isUnimplemented: true };
  }
  const earlier = manifest && hashOfSource(manifest, scriptOf);
  const isOutdated = earlier !== undefined && earlier !== hashOfSource(plan, scriptOf) && !isUntouched;
  return { path, firstHash, isUnimplemented: isUntouched && isStub, ...(isOutdated && { isOutdated }), renames: used };
}

/** Returns the hash of the file that defines a tool; `undefined` if there is no such tool. */
function hashOfSource({ inputs, tools }: Pick<Manifest, 'inputs' | 'tools'>, name: string): string | undefined {
  const tool = tools.tools.get(name);
  return tool && inputs.get(tool.source);
}

/** Finds existing handler files of earlier runs that are not in the plan, with their hashes. */
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
    outputs: new Map(plan.generated.map(({ path, content }) => [path, hashContent(content)])),
    stubs: new Map([...orphans, ...stubs.map(({ path, firstHash }): [string, string] => [path, firstHash])]),
    names: plan.names,
    tools: plan.tools,
    profiles: plan.profiles ?? [],
    ...(plan.deprecatedNames && { deprecatedNames: true }),
    ...(plan.bundling && { bundling: plan.bundling }),
  });
}
