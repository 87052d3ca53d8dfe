import { visible } from '../../core/diagnostics/format-diagnostics.js';
import type { Advice } from '../../feature-kit/feature.js';
import { formatNumber, formatTable } from './format-table.js';

/** Maximum number of entries whose advice is printed. */
const maxEntries = 20;

/** Counts advice by code, the most frequent first. */
export function countAdvice(advice: readonly Advice[]): { readonly [code: string]: number } {
  const counts = new Map<string, number>();
  for (const { code } of advice) counts.set(code, (counts.get(code) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a));
}

/** Formats advice by entry, with a summary by code. */
export function formatAdvice(advice: readonly Advice[]): string {
  if (advice.length === 0) return '';
  const groups = new Map<string, Advice[]>();
  for (const each of advice) {
    const group = groups.get(each.entry ?? 'server');
    if (group) group.push(each);
    else groups.set(each.entry ?? 'server', [each]);
  }
  const blocks = [...groups]
    .slice(0, maxEntries)
    .map(([entry, own]) => `${visible(entry)}\n${own.map(formatOne).join('')}`);
  const hidden = groups.size - blocks.length;
  const more = hidden > 0 ? `… and ${formatNumber(hidden)} more; --json lists all\n` : '';
  const rows = Object.entries(countAdvice(advice)).map(([code, count]) => {
    const entries = new Set(advice.flatMap((each) => (each.code === code ? [each.entry] : [])));
    return [code, formatNumber(count), formatNumber(entries.size)];
  });
  return `${blocks.join('')}${more}\n${formatTable([['texts', 'findings', 'entries'], ...rows], 1)}`;
}

function formatOne({ code, message, location, help }: Advice): string {
  const place = location ? `${location.file}:${location.line}:${location.column} ` : '';
  const hint = help === undefined ? '' : `    ${visible(help)}\n`;
  return `  ${visible(place)}${code}: ${visible(message)}\n${hint}`;
}
