import { cells } from './cells.mjs';
import { titleOf } from './clients.mjs';

const head = ['client', 'connection', ...cells.map(({ name }) => name)];

/**
 * The table of some rows, and the list of its footnotes.
 *
 * @param {readonly { client: import('./clients.mjs').Client, way: import('./clients.mjs').Way, row: { [cell: string]: { says: string } } }[]} rows
 * @returns {string}
 */
export function formatTable(rows) {
  const notes = [];
  const lines = rows.map(({ client, way, row }) => [
    ...titleOf(client, way),
    ...cells.map(({ name }) => {
      const note = way.notes?.[name];
      if (note === undefined) return row[name].says;
      if (!notes.includes(note)) notes.push(note);
      return `${row[name].says} (${notes.indexOf(note) + 1})`;
    }),
  ]);
  const widths = head.map((title, at) => Math.max(3, title.length, ...lines.map((line) => line[at].length)));
  const format = (line) => `| ${line.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  const table = [format(head), format(widths.map((width) => '-'.repeat(width))), ...lines.map(format)].join('\n');
  return [table, notes.map((note, at) => `${at + 1}. ${note}`).join('\n')].filter((part) => part !== '').join('\n\n');
}
