import { join } from 'node:path';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import type { GenerateOptions, GenerateReport, ProjectNeeds } from '../../generate.js';
import type { WorkspaceTrace } from '../../pipeline/read/workspace-trace.js';
import type { GenerateSummary } from '../../outputs/inspect/summarize-model.js';
import { fingerprintPackage } from '../../core/package/fingerprint-package.js';
import { readCacheFile, writeCacheFile } from '../../pipeline/write/cache-file.js';
import type { FilePlan } from '../../pipeline/write/file-plan.js';
import { nodeFileSystem } from '../../pipeline/write/file-system.js';
import { hashContent } from '../../pipeline/write/hash-content.js';
import { manifestFile, parseManifest } from '../../pipeline/write/manifest.js';

/**
 * Record of a successful run, which shows the next run that nothing has changed. Plain data.
 *
 * @see docs/decisions/0019-the-last-run-is-remembered-as-a-whole.md
 */
export interface RunRecord {
  readonly inputs: WorkspaceTrace;
  /** Generated files and the manifest, relative to the root, with their hashes. */
  readonly outputs: readonly (readonly [path: string, hash: string])[];
  /**
   * Handlers, relative to the root, with two hashes of their stubs: as first written, and as they would be written now.
   */
  readonly handlers: readonly (readonly [path: string, stubHashes: readonly string[]])[];
  readonly orphans: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly summary: GenerateSummary;
  readonly needs: ProjectNeeds;
}

/** File name of the record in the cache. */
const recordFile = 'last-run';

/** Reads the record of the last run; `undefined` if there is none for this generator version and these options. */
export async function readRunRecord(options: GenerateOptions): Promise<RunRecord | undefined> {
  const text = await readCacheFile(options.root, options.out, recordFile);
  return text?.startsWith(formatKey(options)) ? (JSON.parse(text) as RunRecord) : undefined;
}

/** Writes the record of a successful run. */
export async function recordRun(
  options: GenerateOptions,
  plan: FilePlan,
  inputs: WorkspaceTrace,
  { diagnostics, summary, write, needs = { packages: [] } }: GenerateReport,
): Promise<void> {
  const { root, out } = options;
  const manifestText = (await nodeFileSystem.readText(join(root, out, manifestFile))) ?? '';
  const firstHashes = parseManifest(manifestText)?.stubs;
  const record: RunRecord = {
    inputs,
    outputs: [...plan.generated, { path: manifestFile, content: manifestText }].map(
      ({ path, content }) => [`${out}/${path}`, hashContent(content)] as const,
    ),
    handlers: plan.stubs.map(({ path, content, complete }) => {
      return [path, complete ? [] : [firstHashes?.get(path) ?? '', hashContent(content)]];
    }),
    orphans: write?.orphans ?? [],
    diagnostics,
    summary,
    needs,
  };
  await writeCacheFile(root, out, recordFile, formatKey(options) + JSON.stringify(record).slice(1));
}

/** Formats the first part of a record, which is compared before parsing: inputs other than the definitions. */
function formatKey(options: GenerateOptions): string {
  const { definitions, handlers, out, strict, keepGoing = false, allAdvice = false } = options;
  const { allowOutside = [], artifacts = [], profiles = null } = options;
  const keyOptions = [definitions, handlers, out, strict, keepGoing, allAdvice, allowOutside, artifacts, profiles];
  return `{"key":${JSON.stringify([fingerprintPackage(), ...keyOptions])},`;
}
