import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashContent, hashOf } from './hash-content.js';
import { formatManifest, manifestFile, parseManifest, type Manifest } from './manifest.js';
import type { WritePlan, WriteReport } from './plan.js';

/** What a plan wants, without the contents. Plain data. */
export interface PlanOutline {
  /** Hash of all that the manifest says apart from the handlers. */
  readonly manifest: string;
  readonly stubs: readonly { readonly path: string; readonly hash: string; readonly isComplete: boolean }[];
}

/** The outline of a plan. */
export function outlinePlan(plan: WritePlan): PlanOutline {
  const outputs = new Map(plan.generated.map((file) => [file.path, hashOf(file)]));
  return {
    manifest: hashManifest({ ...plan, profiles: plan.profiles ?? [], outputs }),
    stubs: plan.stubs.map((stub) => ({ path: stub.path, hash: hashOf(stub), isComplete: stub.complete === true })),
  };
}

/**
 * The report of a run that finds nothing to do, where the disk is as a plan says: all generated files, the manifest, a
 * file for each handler. `undefined` when anything differs: then only the plan itself can tell what to do.
 *
 * @param root Absolute path of the project.
 * @param out Generated folder, relative to the root.
 */
export function surveyUnchanged(root: string, out: string, outline: PlanOutline): WriteReport | undefined {
  const text = readIfPresent(join(root, out, manifestFile))?.toString();
  const manifest = text === undefined ? undefined : parseManifest(text);
  if (!manifest || formatManifest(manifest) !== text || hashManifest(manifest) !== outline.manifest) return undefined;
  const planned = new Set(outline.stubs.map(({ path }) => path));
  const orphans = [...manifest.stubs.keys()].filter((path) => !planned.has(path));
  if (!orphans.every((path) => existsSync(join(root, path)))) return undefined;
  for (const [path, hash] of manifest.outputs) {
    const content = readIfPresent(join(root, out, path));
    if (content === undefined || hashBytes(content) !== hash) return undefined;
  }
  const unimplemented: string[] = [];
  for (const { path, hash, isComplete } of outline.stubs) {
    const content = readIfPresent(join(root, path));
    const firstHash = manifest.stubs.get(path);
    if (content === undefined || firstHash === undefined) return undefined;
    if (!isComplete && [firstHash, hash].includes(hashBytes(content))) unimplemented.push(path);
  }
  const nothing = { written: [], removed: [], created: [], stale: [], diagnostics: [] };
  return { ...nothing, unchanged: manifest.outputs.size + 1, unimplemented, orphans: orphans.toSorted() };
}

function hashManifest(manifest: Omit<Manifest, 'stubs'>): string {
  return hashContent(formatManifest({ ...manifest, stubs: new Map() }));
}

/** As {@link hashContent}, without making a text of what needs none. */
function hashBytes(bytes: Buffer): string {
  if (bytes.includes('\r\n')) return hashContent(bytes.toString());
  return createHash('sha256').update(bytes).digest('hex');
}

function readIfPresent(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
