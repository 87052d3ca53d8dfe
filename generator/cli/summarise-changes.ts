import type { GenerateReport } from '../generate.js';
import { describeSummary, listFiles, listRetyped } from './summarise-report.js';

/** What one of many runs changed, as text for people; empty when nothing did. */
export function summariseChanges(report: GenerateReport): string {
  const { ok, leftOut, write, summary } = report;
  if (!write || (!ok && leftOut === undefined)) return '';
  const { written, created, removed, orphans } = write;
  const changed = written.filter((file) => !file.endsWith('/manifest.json'));
  if (changed.length + created.length + removed.length === 0) return '';
  return [
    `Generated ${describeSummary(summary)}.\n`,
    listFiles('Written', changed),
    listFiles('Removed', removed),
    listFiles('To implement (new)', created),
    listRetyped(report),
    listFiles('No longer defined; delete what you do not need', orphans),
  ].join('');
}
