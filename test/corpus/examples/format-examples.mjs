const columns = [
  ['document', 32, ({ document }) => document.slice(-32)],
  ['examples', 8, ({ examples }) => examples?.documented],
  ['other type', 10, ({ examples }) => examples?.otherType],
  ['valid', 6, ({ examples }) => examples?.valid],
  ['arrived', 8, ({ examples }) => examples?.arrived],
  ['read-only', 9, ({ examples }) => examples?.readOnly],
  ['empty', 6, ({ examples }) => examples?.empty],
  ['refused', 8, ({ examples }) => countReasons(examples, 'refused')],
  ['changed', 8, ({ examples }) => countReasons(examples, 'changed')],
  ['other', 6, ({ examples }) => countOthers(examples)],
  ['lost', 5, ({ examples }) => examples?.faults.filter(({ fault }) => fault === undefined).length],
  ['made', 5, ({ examples }) => examples?.made],
  ['made ok', 7, ({ examples }) => examples?.madeArrived],
  ['s', 6, ({ seconds }) => seconds],
];

function countReasons(examples, word) {
  return examples?.faults.filter(({ reason }) => reason.startsWith(`${word}:`)).length;
}

function countOthers(examples) {
  return examples && examples.faults.length - countReasons(examples, 'refused') - countReasons(examples, 'changed');
}

/** The line above the lines of documents. */
export const header = formatCells(columns.map(([title]) => title));

/**
 * One line of the table.
 *
 * @param {import('../check-corpus.mjs').CorpusRow} row
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
 * Totals, and every example that did not arrive, with the fault of the document if there is one.
 *
 * @param {readonly import('../check-corpus.mjs').CorpusRow[]} rows
 */
export function formatTotals(rows) {
  const sum = (key) => rows.reduce((total, { examples }) => total + (examples?.[key] ?? 0), 0);
  const faults = rows.flatMap(({ document, examples }) =>
    (examples?.faults ?? []).map((fault) => ({ document, ...fault })),
  );
  const lost = faults.filter(({ fault }) => fault === undefined);
  const lines = [
    `${sum('documented')} examples; ${sum('otherType')} are of media types that their tools do not send. Of the others, ` +
      `${sum('valid')} fit their own document, and ${sum('arrived')} arrived.`,
    `${sum('madeArrived')} of ${sum('made')} bodies arrived that were made from the examples of properties.`,
    `${sum('readOnly')} arrived without properties that the document says are read-only, ${sum('empty')} are empty and optional, ` +
      `so that no body is sent. ` +
      `${lost.length} fit their document and did not arrive.`,
  ];
  const details = faults.map(
    ({ document, tool, name, reason, fault }) =>
      `${fault === undefined ? 'LOST' : 'document'} ${document} ${tool} (${name}): ${reason.replaceAll('\n', ' ').slice(0, 300)}` +
      (fault === undefined ? '' : ` [its document: ${fault}]`),
  );
  const problems = rows.flatMap(({ document, problems: all, examples }) =>
    (examples?.faults.length > 0 ? [] : all).map((problem) => `PROBLEM ${document}: ${problem}`),
  );
  return [...lines, ...(details.length + problems.length > 0 ? ['', ...problems, ...details] : [])].join('\n');
}
