import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { GenerateOptions, GenerateReport } from '../generate.js';
import type { WorkspaceTrace } from '../load/workspace-trace.js';
import type { GenerateSummary } from '../model/summarise-model.js';
import { fingerprintPackage } from '../package/fingerprint-package.js';
import { readCacheFile, writeCacheFile } from '../write/cache-file.js';
import type { FilePlan } from '../write/file-plan.js';
import { outlinePlan, type PlanOutline } from '../write/unchanged-files.js';

/** Record of a successful run, by which the next one sees that nothing has changed. Plain data. */
export interface RunRecord {
  readonly inputs: WorkspaceTrace;
  readonly outline: PlanOutline;
  readonly diagnostics: readonly Diagnostic[];
  readonly summary: GenerateSummary;
}

/** Name of the record's file in the cache. */
const runRecordFile = 'last-run';

/** Reads the record of the last run; `undefined` when there is none of this version of the generator with these options. */
export async function readRunRecord(options: GenerateOptions): Promise<RunRecord | undefined> {
  const text = (await readCacheFile(options.root, options.out, runRecordFile))?.toString();
  return text?.startsWith(formatKey(options)) ? (JSON.parse(text) as RunRecord) : undefined;
}

/** Writes the record of a successful run. */
export async function recordRun(
  options: GenerateOptions,
  plan: FilePlan,
  inputs: WorkspaceTrace,
  { diagnostics, summary }: GenerateReport,
): Promise<void> {
  const record: RunRecord = { inputs, outline: outlinePlan(plan), diagnostics, summary };
  const text = formatKey(options) + JSON.stringify(record).slice(1);
  await writeCacheFile(options.root, options.out, runRecordFile, Buffer.from(text));
}

/** The start of a record's text: what the result depends on besides the definitions, which is compared before parsing. */
function formatKey(options: GenerateOptions): string {
  const { definitions, handlers, out, strict, keepGoing = false } = options;
  const { allowOutside = [], artifacts = [], profiles = null } = options;
  const given = [definitions, handlers, out, strict, keepGoing, allowOutside, artifacts, profiles];
  return `{"key":${JSON.stringify([fingerprintPackage(), ...given])},`;
}
