import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hashDescriptor, type ToolIndex, type ToolIndexEntry } from '../emit/list-tool-index.js';
import { nodeFileSystem } from './file-system.js';
import { isProjectPath } from './project-path.js';

/** Name of the manifest in the generated folder. */
export const manifestFile = 'manifest.json';

const manifestFormat = 1;

/** Record of the last run. Users commit it with the generated files, because it keeps names stable. */
export interface Manifest {
  readonly generatorVersion: string;
  /** Content hashes of input files, by path relative to the root. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Content hashes of generated files, by path relative to the generated folder. */
  readonly outputs: ReadonlyMap<string, string>;
  /**
   * Hashes of the initial versions of handler files, by path relative to the root. Files of removed definitions remain
   * listed.
   */
  readonly stubs: ReadonlyMap<string, string>;
  /** Generated names by key. */
  readonly names: ReadonlyMap<string, string>;
  readonly tools: ToolIndex;
  /** Names of the client profiles that descriptors are adapted to. */
  readonly profiles: readonly string[];
  /**
   * Whether generated files also contain the names from earlier versions, because an earlier version made the first run.
   * Default: they do not.
   */
  readonly deprecatedNames?: true;
  /** How the server is bundled. Set only in a package folder. */
  readonly bundling?: Bundling;
}

/** Selection of the npm packages that a bundle contains. */
export interface Bundling {
  /** Packages that are not bundled. */
  readonly external: readonly string[];
  /** Packages that are always bundled. */
  readonly bundled: readonly string[];
}

/**
 * Reads the manifest of the last run. Returns `undefined` if there is none, or if it cannot be parsed (a merge
 * conflict, or the format of another version); {@link writePlan} then refuses to write unless forced.
 * @param root Absolute path of the project.
 * @param out Generated folder, relative to the root.
 * @throws {SystemError} if the manifest exists but cannot be read.
 */
export async function readManifest(
  root: string,
  out: string,
  fileSystem = nodeFileSystem,
): Promise<Manifest | undefined> {
  const text = await fileSystem.readText(join(root, out, manifestFile));
  return text === undefined ? undefined : parseManifest(text);
}

/** Whether a folder (absolute path) contains generated files of this or an earlier version. */
export function isGeneratedFolder(folder: string): boolean {
  return existsSync(join(folder, 'descriptors.ts')) && existsSync(join(folder, manifestFile));
}

/** Serializes a manifest deterministically. */
export function formatManifest({
  generatorVersion,
  tools,
  profiles,
  deprecatedNames,
  bundling,
  ...maps
}: Manifest): string {
  const content = {
    version: manifestFormat,
    generatorVersion,
    ...(bundling && { bundling: { external: bundling.external, bundled: bundling.bundled } }),
    catalogue: { server: tools.server, tools: sortedObject(tools.tools) },
    ...(deprecatedNames && { deprecatedNames }),
    inputs: sortedObject(maps.inputs),
    names: sortedObject(maps.names),
    outputs: sortedObject(maps.outputs),
    ...(profiles.length > 0 && { profiles }),
    stubs: sortedObject(maps.stubs),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/**
 * Parses `manifest.json`; `undefined` if its format version is different. A path outside its folder makes the whole
 * manifest invalid, so that a cloned project cannot remove files elsewhere.
 */
export function parseManifest(text: string): Manifest | undefined {
  const fields = parseObject(text);
  const { version, generatorVersion, profiles = [] } = fields;
  const inputs = readTexts(fields['inputs']);
  const names = readTexts(fields['names']);
  const outputs = readTexts(fields['outputs']);
  const stubs = readTexts(fields['stubs']);
  if (version !== manifestFormat || typeof generatorVersion !== 'string') return undefined;
  if (!inputs || !names || !outputs || !stubs || !isListOfTexts(profiles)) return undefined;
  if (![...outputs.keys(), ...stubs.keys()].every(isProjectPath)) return undefined;
  const bundling = parseBundling(fields['bundling']);
  const tools = parseToolIndex(fields['catalogue']);
  return {
    generatorVersion,
    tools,
    inputs,
    names,
    outputs,
    stubs,
    profiles,
    ...(fields['deprecatedNames'] === true && { deprecatedNames: true }),
    ...(bundling && { bundling }),
  };
}

function parseBundling(value: unknown): Bundling | undefined {
  const { external, bundled } = isRecord(value) ? value : {};
  return isListOfTexts(external) && isListOfTexts(bundled) ? { external, bundled } : undefined;
}

/** Generator version that wrote a manifest, and whether it is later than another version. */
interface ManifestWriter {
  readonly generatorVersion: string;
  readonly isLater: boolean;
}

/** Reads the writer of a manifest, even if its format is newer; `undefined` if unknown. */
export function readWriter(text: string, ownVersion: string): ManifestWriter | undefined {
  const { version: format, generatorVersion } = parseObject(text);
  if (typeof format !== 'number' || typeof generatorVersion !== 'string') return undefined;
  return { generatorVersion, isLater: format > manifestFormat || compareVersions(generatorVersion, ownVersion) > 0 };
}

/**
 * Compares two versions by major, minor and patch. Returns a negative number, zero or a positive number. A prerelease
 * is treated as its release, and an invalid version is treated as the oldest version.
 */
export function compareVersions(left: string, right: string): number {
  const releaseOf = (version: string): string => /^\d+\.\d+\.\d+/u.exec(version)?.[0] ?? '0.0.0';
  return releaseOf(left).localeCompare(releaseOf(right), 'en', { numeric: true });
}

/** Parses a JSON object. Returns `{}` if the text is not a JSON object. */
function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = JSON.parse(text);
    return isRecord(content) ? content : {};
  } catch {
    return {};
  }
}

/** Entry from before 0.3, with the descriptor and the hash of the defining file. */
type EarlierEntry = ToolIndexEntry & { readonly descriptor?: object };

/** Parses a tool index. An invalid index counts as empty, because manifests of earlier versions have none. */
function parseToolIndex(value: unknown): ToolIndex {
  const { server, tools } = isRecord(value) ? value : {};
  const entries = isRecord(tools) ? Object.entries(tools) : [];
  const renewed = (entries as [string, EarlierEntry][]).map(([name, entry]) => [name, renewEntry(entry)] as const);
  return { server: typeof server === 'string' ? server : '', tools: new Map(renewed) };
}

function renewEntry({ descriptor, ...entry }: EarlierEntry): ToolIndexEntry {
  if (descriptor === undefined) return entry;
  const fields = Object.entries(descriptor).map(([name, value]) => [name, JSON.stringify(value)] as const);
  return { ...entry, hash: hashDescriptor(fields) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortedObject<T>(entries: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...entries].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function readTexts(value: unknown): ReadonlyMap<string, string> | undefined {
  const entries = isRecord(value) ? Object.entries(value) : undefined;
  return entries?.every((entry): entry is [string, string] => typeof entry[1] === 'string')
    ? new Map(entries)
    : undefined;
}
