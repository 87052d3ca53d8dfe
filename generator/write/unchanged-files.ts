import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FilePlan, WriteReport } from './file-plan.js';
import { hashContent, hashOf } from './hash-content.js';
import { formatManifest, manifestFile, parseManifest, type Manifest } from './manifest.js';

/** A file plan without the contents, as plain data. */
export interface PlanOutline {
  /** Hash of the manifest without its list of handlers. */
  readonly manifest: string;
  readonly stubs: readonly { readonly path: string; readonly hash: string; readonly isComplete: boolean }[];
}

/** The outline of a file plan. */
export function outlinePlan(plan: FilePlan): PlanOutline {
  const outputs = new Map(plan.generated.map((file) => [file.path, hashOf(file)]));
  return {
    manifest: hashManifest({ ...plan, profiles: plan.profiles ?? [], outputs }),
    stubs: plan.stubs.map((stub) => ({ path: stub.path, hash: hashOf(stub), isComplete: stub.complete === true })),
  };
}

/**
 * Compares the disk with the outline of a file plan. Returns the report of a run without changes when all generated
 * files, the manifest and one file for each handler are there; `undefined` when anything differs.
 *
 * @param root Absolute path of the project.
 * @param out Generated folder, relative to the root.
 */
export function reportUnchanged(root: string, out: string, outline: PlanOutline): WriteReport | undefined {
  const text = readIfPresent(join(root, out, manifestFile));
  const manifest = text === undefined ? undefined : parseManifest(text);
  if (!manifest || formatManifest(manifest) !== text || hashManifest(manifest) !== outline.manifest) return undefined;
  const planned = new Set(outline.stubs.map(({ path }) => path));
  const orphans = [...manifest.stubs.keys()].filter((path) => !planned.has(path));
  if (!orphans.every((path) => existsSync(join(root, path)))) return undefined;
  for (const [path, hash] of manifest.outputs) {
    const content = readIfPresent(join(root, out, path));
    if (content === undefined || hashContent(content) !== hash) return undefined;
  }
  const unimplemented: string[] = [];
  for (const { path, hash, isComplete } of outline.stubs) {
    const content = readIfPresent(join(root, path));
    const firstHash = manifest.stubs.get(path);
    if (content === undefined || firstHash === undefined) return undefined;
    if (!isComplete && [firstHash, hash].includes(hashContent(content))) unimplemented.push(path);
  }
  const nothing = { written: [], removed: [], created: [], stale: [], diagnostics: [] };
  return { ...nothing, unchanged: manifest.outputs.size + 1, unimplemented, orphans: orphans.toSorted() };
}

function hashManifest(manifest: Omit<Manifest, 'stubs'>): string {
  return hashContent(formatManifest({ ...manifest, stubs: new Map() }));
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
