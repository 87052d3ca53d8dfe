import { join } from 'node:path';
import { formatCatalogue, parseCatalogue, type Catalogue } from './catalogue.js';
import { compareVersions } from './compare-versions.js';
import type { FileSystem } from './file-system.js';
import { nodeFileSystem } from './node-file-system.js';
import { isProjectPath } from './project-path.js';

/** Name of the manifest in the generated folder. */
export const manifestFile = 'manifest.json';

const manifestFormat = 1;

/** What the last run knew. Committed with the generated files: it is the memory that keeps names stable. */
export interface Manifest {
  readonly generatorVersion: string;
  /** Input file (relative to the root) to content hash. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Generated file (relative to the generated folder) to content hash. */
  readonly outputs: ReadonlyMap<string, string>;
  /** Handler file (relative to the root) to its hash as first written; the file of a removed definition stays listed. */
  readonly stubs: ReadonlyMap<string, string>;
  /** Names given. */
  readonly names: ReadonlyMap<string, string>;
  readonly catalogue: Catalogue;
  /** Names of the client profiles that descriptors are lowered for. */
  readonly profiles: readonly string[];
}

/**
 * Reads the manifest of the last run. `undefined` when there is none, or none that can be understood (a merge conflict,
 * a format of another version): then {@link writePlan} refuses to write unless forced.
 *
 * @param root absolute path of the project
 * @param out generated folder, relative to the root
 * @throws {SystemError} when it is there and cannot be read
 */
export async function readManifest(
  root: string,
  out: string,
  fileSystem: FileSystem = nodeFileSystem,
): Promise<Manifest | undefined> {
  const text = await fileSystem.readText(join(root, out, manifestFile));
  return text === undefined ? undefined : parseManifest(text);
}

/** The text of `manifest.json`: the same manifest always gives the same text. */
export function formatManifest(manifest: Manifest): string {
  const content = {
    version: manifestFormat,
    generatorVersion: manifest.generatorVersion,
    catalogue: formatCatalogue(manifest.catalogue),
    inputs: sortedObject(manifest.inputs),
    names: sortedObject(manifest.names),
    outputs: sortedObject(manifest.outputs),
    ...(manifest.profiles.length > 0 && { profiles: manifest.profiles }),
    stubs: sortedObject(manifest.stubs),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/**
 * Understands the text of `manifest.json`; `undefined` when it is not one of this format version. A path that leads out
 * of its folder makes it invalid as a whole: nothing that a cloned project says may remove a file elsewhere.
 */
export function parseManifest(text: string): Manifest | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof content !== 'object' || content === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(content));
  const generatorVersion = fields.get('generatorVersion');
  const inputs = readTexts(fields.get('inputs'));
  const names = readTexts(fields.get('names'));
  const outputs = readTexts(fields.get('outputs'));
  const stubs = readTexts(fields.get('stubs'));
  const profiles = fields.get('profiles') ?? [];
  if (fields.get('version') !== manifestFormat || typeof generatorVersion !== 'string') return undefined;
  if (!inputs || !names || !outputs || !stubs || !isListOfTexts(profiles)) return undefined;
  if (![...outputs.keys(), ...stubs.keys()].every(isProjectPath)) return undefined;
  const catalogue = parseCatalogue(fields.get('catalogue'));
  return { generatorVersion, catalogue, inputs, names, outputs, stubs, profiles };
}

/** Who wrote a manifest. */
export interface ManifestWriter {
  /** Version of the package. */
  readonly generatorVersion: string;
  /** Version of the format. */
  readonly format: number;
}

/** Who wrote a manifest, also one of a later format; `undefined` when it does not say. */
export function readWriter(text: string): ManifestWriter | undefined {
  try {
    const { version, generatorVersion } = (JSON.parse(text) ?? {}) as Record<'version' | 'generatorVersion', unknown>;
    const isKnown = typeof version === 'number' && typeof generatorVersion === 'string';
    return isKnown ? { format: version, generatorVersion } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a manifest was written by a later version than this one, or in a later format. */
export function isLaterWriter({ generatorVersion, format }: ManifestWriter, ownVersion: string): boolean {
  return format > manifestFormat || compareVersions(generatorVersion, ownVersion) > 0;
}

function sortedObject(entries: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...entries].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function readTexts(value: unknown): ReadonlyMap<string, string> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
    ? new Map(entries)
    : undefined;
}
