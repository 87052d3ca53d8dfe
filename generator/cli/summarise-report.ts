import { visible } from '../diagnostics/format-diagnostics.js';
import type { GenerateReport, GenerateSummary } from '../generate.js';
import { listUpgradeNotes } from './upgrade-notes.js';

/** What a successful run did and what is left to do, as text for people. */
export function summariseReport(report: GenerateReport, check: boolean): string {
  const { write, summary, leftOut = [] } = report;
  if (!write) return '';
  const changes = [
    write.written.length > 0 && `${countOf(write.written.length, 'file')} written`,
    write.removed.length > 0 && `${write.removed.length} removed`,
    write.unchanged > 0 && `${write.unchanged} unchanged`,
  ].filter((part) => part !== false);
  const headline = check
    ? `Up to date: ${describeSummary(summary)}.`
    : `Generated ${describeSummary(summary)}: ${changes.join(', ')}.`;
  const created = new Set(write.created);
  const unimplemented = new Set(write.unimplemented);
  return [
    `${headline}\n`,
    listUpgrade(report),
    summary.profiles ? `Lowered for ${summary.profiles.join(', ')} (\`--profile none\` ends that).\n` : '',
    listFiles('Left out because of errors', leftOut),
    listFiles(
      'Created',
      write.created.filter((file) => !unimplemented.has(file)),
    ),
    listFiles(
      'Left to implement',
      write.unimplemented.map((file) => (created.has(file) ? `${file} (new)` : file)),
    ),
    listRetyped(report),
    listFiles('No longer defined; delete what you do not need', write.orphans),
  ].join('');
}

/** What another version did before, and what somebody who comes from there has to know; empty when it was this one. */
export function listUpgrade({ upgradedFrom }: GenerateReport): string {
  if (upgradedFrom === undefined) return '';
  const title = `Another version (${visible(upgradedFrom)}) generated before`;
  return listFiles(title, [...listUpgradeNotes(upgradedFrom), 'More in CHANGELOG.md of create-mcp-from-schema.']);
}

/** Handlers that were written for other types, with what changed; empty when there are none. */
export function listRetyped({ retyped = [] }: GenerateReport): string {
  const lines = retyped.map(({ file, changes }) => visible(`${file}: ${changes.join('; ')}`));
  return listFiles('Written for other types; the type checker shows what no longer fits', lines);
}

/** What definitions hold, in words. */
export function describeSummary(summary: GenerateSummary): string {
  const parts = [
    summary.tools > 0 && countOf(summary.tools, 'tool'),
    summary.operations !== undefined && countOf(summary.operations, 'operation'),
    summary.prompts > 0 && countOf(summary.prompts, 'prompt'),
    summary.resources > 0 && countOf(summary.resources, 'resource'),
    summary.resourceTemplates > 0 && countOf(summary.resourceTemplates, 'resource template'),
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'an empty server' : parts.join(', ');
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** More files than these are only counted. */
const maximalListed = 20;

/** Files under a title, one a line; empty when there are none. Many are cut short. */
export function listFiles(title: string, files: readonly string[]): string {
  if (files.length === 0) return '';
  const lines = files.slice(0, maximalListed).map((file) => `  ${file}\n`);
  const hidden = files.length - lines.length;
  return `\n${title}:\n${lines.join('')}${hidden > 0 ? `  … and ${hidden} more\n` : ''}`;
}
