import { join } from 'node:path';
import type { GenerateOptions, GenerateReport } from '../../generate.js';
import { rereadUnchanged } from '../../pipeline/read/workspace-trace.js';
import type { WriteReport } from '../../pipeline/write/file-plan.js';
import { nodeFileSystem } from '../../pipeline/write/file-system.js';
import { hashContent } from '../../pipeline/write/hash-content.js';
import { recover } from '../../pipeline/write/recover.js';
import { readRunRecord, type RunRecord } from './run-record.js';

/**
 * Runs the generator, or returns the report of the last run if the generator, its options, and all files read or
 * written are unchanged since then. With `check`, always runs the generator, because the record of the last run can be
 * part of the checked change.
 */
export async function regenerate(options: GenerateOptions): Promise<GenerateReport> {
  const repeated = options.check ? undefined : await repeatLastRun(options);
  if (repeated) return repeated;
  // Loading the generator takes longer than detecting that nothing has changed.
  const { runGenerator } = await import('./run-generator.js');
  return runGenerator(options);
}

async function repeatLastRun(options: GenerateOptions): Promise<GenerateReport | undefined> {
  const { root, out, handlers, definitions, allowRemote = [], allowOutside = [] } = options;
  // Remote files, databases and endpoints may have changed.
  const { databases, introspect } = options.lookup ?? {};
  if (allowRemote.length > 0 || databases || introspect || options.dropDeprecatedNames === true) return undefined;
  const record = await readRunRecord(options);
  if (!record || (await recover({ root, out, handlers, disk: nodeFileSystem }, false)).length > 0) return undefined;
  const { diagnostics, summary, needs } = record;
  const locations = diagnostics.flatMap(({ location, related = [] }) => [
    location,
    ...related.map((other) => other.location),
  ]);
  const files = new Set(locations.flatMap((location) => location?.file ?? []));
  const sources = await rereadUnchanged(root, definitions, allowOutside, record.inputs, files);
  const write = sources && (await reportUnchanged(root, record));
  return write && { ok: true, diagnostics, sources, summary, write, needs };
}

/** Reports a run without changes; `undefined` if a file of the last run was changed or removed. */
async function reportUnchanged(
  root: string,
  { outputs, handlers, orphans }: RunRecord,
): Promise<WriteReport | undefined> {
  const hashOf = async (path: string): Promise<string | undefined> => {
    const text = await nodeFileSystem.readText(join(root, path)).catch(() => undefined);
    return text === undefined ? undefined : hashContent(text);
  };
  for (const [path, hash] of outputs) if ((await hashOf(path)) !== hash) return undefined;
  for (const path of orphans) if ((await hashOf(path)) === undefined) return undefined;
  const unimplemented: string[] = [];
  for (const [path, stubHashes] of handlers) {
    const hash = await hashOf(path);
    if (hash === undefined) return undefined;
    if (stubHashes.includes(hash)) unimplemented.push(path);
  }
  const nothing = { written: [], removed: [], created: [], diagnostics: [] };
  return { ...nothing, unchanged: outputs.length, unimplemented, orphans };
}
