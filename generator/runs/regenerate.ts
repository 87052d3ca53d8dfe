import type { GenerateOptions, GenerateReport } from '../generate.js';
import { rereadUnchanged } from '../load/workspace-trace.js';
import { recover } from '../write/recover.js';
import { reportUnchanged } from '../write/unchanged-files.js';
import { readRunRecord } from './run-record.js';

/**
 * Runs the generator, or returns the report of the last run when neither the generator, the options, a file that was
 * read, nor a file that was written has changed since. With `check` the generator always runs: the record of the last
 * run may be part of the change that is checked.
 */
export async function regenerate(options: GenerateOptions): Promise<GenerateReport> {
  const repeated = options.check ? undefined : await repeatLastRun(options);
  if (repeated) return repeated;
  // Loading the generator takes longer than finding that nothing has changed.
  const { runGenerator } = await import('./run-generator.js');
  return runGenerator(options);
}

async function repeatLastRun(options: GenerateOptions): Promise<GenerateReport | undefined> {
  const { root, out, definitions, allowRemote = [], allowOutside = [] } = options;
  // Files of other hosts may have changed.
  if (allowRemote.length > 0) return undefined;
  const record = await readRunRecord(options);
  if (!record || (await recover(root, out)).length > 0) return undefined;
  const { diagnostics, summary } = record;
  const locations = diagnostics.flatMap(({ location, related = [] }) => [
    location,
    ...related.map((other) => other.location),
  ]);
  const files = new Set(locations.flatMap((location) => location?.file ?? []));
  const sources = await rereadUnchanged(root, definitions, allowOutside, record.inputs, files);
  const write = sources && reportUnchanged(root, out, record.outline);
  return write && { ok: true, diagnostics, sources, summary, write };
}
