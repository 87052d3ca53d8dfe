import type { GenerateOptions, GenerateReport } from '../generate.js';
import { fingerprintPackage } from '../package/fingerprint-package.js';
import { rereadUnchanged } from '../load/workspace-trace.js';
import { keyRun, parseRunRecord, runRecordFile } from './run-record.js';
import { readCacheFile } from '../write/cache-file.js';
import { recover } from '../write/recover.js';
import { reportUnchanged } from '../write/unchanged-files.js';

/**
 * As `generate`, and quick when nothing has changed since the last run: neither the generator, nor the options, nor any
 * file that was read, nor any file that was written. Then the report is that of the run that this one repeats.
 *
 * With `check` nothing is taken from the last run: what it left behind could have been brought along with a change that
 * the check is there to judge.
 */
export async function regenerate(options: GenerateOptions): Promise<GenerateReport> {
  const repeated = options.check ? undefined : await repeatLastRun(options);
  if (repeated) return repeated;
  // Loading the generator takes longer than seeing that it is not needed.
  const { generate } = await import('../generate.js');
  return generate(options);
}

async function repeatLastRun(options: GenerateOptions): Promise<GenerateReport | undefined> {
  const { root, out, definitions, allowRemote = [], allowOutside = [] } = options;
  // What lies on other machines may have changed.
  if (allowRemote.length > 0) return undefined;
  const content = await readCacheFile(root, out, runRecordFile);
  const record = content && parseRunRecord(content, keyRun(fingerprintPackage(), options));
  if (!record) return undefined;
  if ((await recover(root, out)).length > 0) return undefined;
  const { diagnostics, summary } = record;
  const named = diagnostics.flatMap(({ location, related = [] }) => [
    location,
    ...related.map((other) => other.location),
  ]);
  const files = new Set(named.flatMap((location) => location?.file ?? []));
  const sources = await rereadUnchanged(root, definitions, allowOutside, record.inputs, files);
  const write = sources && reportUnchanged(root, out, record.outline);
  return write && { ok: true, diagnostics, sources, summary, write };
}
