const columns = [
  ['document', 44, ({ document }) => document.slice(-44)],
  ['operations', 10, ({ operations }) => operations],
  ['tools', 6, ({ tools }) => tools],
  ['skipped', 7, ({ skipped }) => skipped?.length],
  ['generated', 9, ({ generated }) => yes(generated)],
  ['types', 5, ({ typeChecks }) => yes(typeChecks)],
  ['lists', 5, ({ starts }) => yes(starts)],
  ['schemas', 7, ({ schemasValid }) => yes(schemasValid)],
  ['clients', 7, ({ clientsAccept }) => yes(clientsAccept)],
  ['name', 4, ({ longestName }) => longestName],
  ['kB', 7, ({ listBytes }) => scaled(listBytes, 1000)],
  ['gen s', 6, ({ generateSeconds }) => generateSeconds],
  ['all s', 6, ({ seconds }) => seconds],
  ['MB', 5, ({ peakBytes }) => scaled(peakBytes, 1e6)],
];

function yes(value) {
  return value === undefined ? undefined : value ? 'yes' : 'NO';
}

function scaled(value, unit) {
  return value === undefined ? undefined : Math.round(value / unit);
}

/** The line above the lines of documents. */
export const header = formatCells(columns.map(([title]) => title));

/**
 * One line of the table.
 *
 * @param {import('./check-corpus.mjs').CorpusRow} row
 */
export function formatRow(row) {
  return formatCells(columns.map(([, , cell]) => cell(row) ?? '-'));
}

function formatCells(cells) {
  return columns
    .map(([, width], index) =>
      index === 0 ? String(cells[index]).padEnd(width) : String(cells[index]).padStart(width),
    )
    .join(' ');
}

/**
 * Totals, problems, and reasons for skipping operations.
 *
 * @param {readonly import('./check-corpus.mjs').CorpusRow[]} rows
 */
export function formatTotals(rows) {
  const count = (isCounted) => rows.filter(isCounted).length;
  const sum = (number) => rows.reduce((total, row) => total + (number(row) ?? 0), 0);
  const good = count(({ problems }) => problems.length === 0);
  const lines = [
    `${good} of ${rows.length} documents are good: ${count(({ generated }) => generated)} generate, ` +
      `${count(({ typeChecks }) => typeChecks)} type-check, ${count(({ starts }) => starts)} start and list, ` +
      `${count(({ schemasValid }) => schemasValid)} have valid schemas, ${count(({ clientsAccept }) => clientsAccept)} are accepted by all clients.`,
    `${sum(({ operations }) => operations)} operations, ${sum(({ tools }) => tools)} tools, ` +
      `${sum(({ skipped }) => skipped?.length)} skipped; ${Math.round(sum(({ seconds }) => seconds))} s.`,
  ];
  const details = rows.flatMap(({ document, problems, skipped = [] }) => [
    ...problems.map((problem) => `PROBLEM ${document}: ${problem}`),
    ...skipped.map((reason) => `skipped ${document}: ${reason}`),
  ]);
  return [...lines, ...(details.length > 0 ? ['', ...details] : [])].join('\n');
}
