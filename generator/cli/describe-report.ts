import { sortDiagnostics } from '../diagnostics/format-diagnostics.js';
import type { GenerateReport } from '../generate.js';
import type { WriteReport } from '../write/file-plan.js';
import { isApplied } from './is-applied.js';

/**
 * A report for programs, as text: one JSON document. `changes` are those that were made, or with `applied: false` those
 * that would be. Fields may be added; those that are there stay as long as `version` does.
 */
export function describeReport(report: GenerateReport, applied: boolean): string {
  const { ok, leftOut, diagnostics, summary, write, retyped = [], upgradedFrom } = report;
  const document = {
    version: 1,
    ok,
    applied: applied && isApplied(report),
    diagnostics: sortDiagnostics(diagnostics),
    summary,
    changes: write ? listChanges(write) : { written: [], removed: [], created: [] },
    unchanged: write?.unchanged ?? 0,
    unimplemented: write?.unimplemented ?? [],
    orphans: write?.orphans ?? [],
    retyped,
    ...(leftOut && { leftOut }),
    ...(upgradedFrom !== undefined && { upgradedFrom }),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The files that a run changed, or that a check found due, by what becomes of them. */
export function listChanges(write: WriteReport): Pick<WriteReport, 'written' | 'removed' | 'created'> {
  const { written, removed, created, pending } = write;
  if (!pending) return { written, removed, created };
  const pathsOf = (kind: string) => pending.filter((change) => change.kind === kind).map(({ path }) => path);
  return { written: pathsOf('write'), removed: pathsOf('remove'), created: pathsOf('create') };
}
