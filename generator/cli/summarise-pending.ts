import type { GenerateReport } from '../generate.js';
import { listChanges } from './describe-report.js';
import { describeSummary, listFiles, listRetyped, listUpgrade } from './summarise-report.js';
import { formatUnifiedDiff } from './unified-diff.js';

/** What a run would do, as text for people. */
export function summarisePending(report: GenerateReport): string {
  const { leftOut = [], write, summary } = report;
  if (!write) return '';
  const { written, removed, created } = listChanges(write);
  const count = written.length + removed.length + created.length;
  const headline = count === 0 ? 'Nothing would change' : `${count} of ${count + write.unchanged} files would change`;
  return [
    `${headline}: ${describeSummary(summary)}.\n`,
    listUpgrade(report),
    listFiles('Left out because of errors', leftOut),
    listFiles('To be written', written),
    listFiles('To be removed', removed),
    listFiles('To be created, and yours from then on', created),
    listRetyped(report),
    listFiles('No longer defined; delete what you do not need', write.orphans),
  ].join('');
}

/** Lines of a diff that are shown at most. */
const maximalLines = 200;

/** What is stale, as a diff; the manifest, which is nothing but hashes, only where nothing else is. */
export function formatStale({ write }: GenerateReport, color: boolean): string {
  const pending = write?.pending ?? [];
  const others = pending.filter(({ path }) => !path.endsWith('/manifest.json'));
  const lines = formatUnifiedDiff(others.length > 0 ? others : pending, maximalLines);
  return lines.map((line) => `${color ? paint(line) : line}\n`).join('');
}

function paint(line: string): string {
  const code = /^(?:---|\+\+\+) /u.test(line) ? 1 : colors.get(line[0] ?? '');
  return code === undefined ? line : `\u001b[${code}m${line}\u001b[0m`;
}

const colors: ReadonlyMap<string, number> = new Map([
  ['-', 31],
  ['+', 32],
  ['@', 36],
]);
