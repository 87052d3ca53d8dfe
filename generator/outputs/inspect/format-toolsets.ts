import { visible } from '../../core/diagnostics/format-diagnostics.js';
import { formatNumber, formatTable } from './format-table.js';
import type { Inspection } from './inspect-model.js';
import type { ToolsetSplit } from './inspect-toolsets.js';

/** Advice on how to serve fewer tools. */
export const fewerTools =
  'To serve fewer tools, start the server with `--toolsets`, `--tools` or `--read-only`, or set `mode: discover` for an API.';

/** Formats the cost of each toolset and the clients whose tool limit it exceeds. */
export function formatToolsets({ toolsets }: Inspection): string {
  if (toolsets.length === 0) return '';
  const rows = toolsets.map(({ name, tools, bytes, tokens, exceeds }) => [
    name === undefined ? '(none; always served)' : visible(name),
    ...[tools, bytes.legacy, bytes.modern, tokens].map(formatNumber),
    exceeds.length > 0 ? `too many for ${exceeds.join(', ')}` : '',
  ]);
  const table = formatTable([['toolset', 'tools', 'legacy bytes', 'modern bytes', 'tokens', ''], ...rows], 1);
  return toolsets.some(({ exceeds }) => exceeds.length > 0) ? `${table}${fewerTools}\n` : table;
}

/** Formats proposals for splitting toolsets as YAML for a definition. */
export function formatSplits(splits: readonly ToolsetSplit[]): string {
  if (splits.length === 0) return '';
  const names = splits.flatMap(({ toolsets }) => toolsets.map(({ name }) => visible(name)));
  const lines = splits.flatMap(({ api, document, toolsets }) => [
    `  ${api}:`,
    ...(document === undefined ? [] : [`    document: ${quote(document)}`]),
    '    toolsets:',
    ...toolsets.flatMap(({ parts }) =>
      parts.map(
        ({ name, filters, tools }) => `      ${quote(name)}: [${filters.map(quote).join(', ')}] # ${tools} tools`,
      ),
    ),
  ]);
  return `Toolsets with more than 60 tools: ${names.join(', ')}. To split them by path, use this in a definition:\n\nopenapi:\n${lines.join('\n')}\n`;
}

/** Returns a string as a plain YAML scalar if possible, or else quoted. */
function quote(text: string): string {
  return /^[A-Za-z][A-Za-z0-9_-]*$/u.test(text) ? text : `'${visible(text).replaceAll("'", "''")}'`;
}
