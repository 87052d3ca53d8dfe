import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { GenerateOptions, GenerateSummary } from '../generate.js';
import type { WorkspaceTrace } from '../load/workspace-trace.js';
import type { PlanOutline } from '../write/unchanged-files.js';

/** What a run that went well leaves for the next one, so that this one can see that there is nothing to do. Plain data. */
export interface RunRecord {
  /** What the result depends on besides the definitions: see {@link keyRun}. */
  readonly key: string;
  readonly inputs: WorkspaceTrace;
  readonly outline: PlanOutline;
  readonly diagnostics: readonly Diagnostic[];
  readonly summary: GenerateSummary;
}

/** Name of its file in the cache. */
export const runRecordFile = 'last-run';

/** What the result of a run depends on besides the definitions: the generator, and how it is called. */
export function keyRun(fingerprint: string, options: GenerateOptions): string {
  const { definitions, handlers, out, strict, keepGoing = false } = options;
  const { allowOutside = [], artifacts = [], profiles = null } = options;
  const given = [definitions, handlers, out, strict, keepGoing, allowOutside, artifacts, profiles];
  return JSON.stringify([fingerprint, ...given]);
}

/** The record that a file of the cache holds; `undefined` when it is of another generator, or of other options. */
export function parseRunRecord(content: Buffer, key: string): RunRecord | undefined {
  const text = content.toString();
  const prefix = `{"key":${JSON.stringify(key)},`;
  return text.startsWith(prefix) ? (JSON.parse(text) as RunRecord) : undefined;
}

/** The text of a record. The key comes first: the rest is only read when it fits. */
export function formatRunRecord({ key, inputs, outline, diagnostics, summary }: RunRecord): string {
  return JSON.stringify({ key, inputs, outline, diagnostics, summary });
}
