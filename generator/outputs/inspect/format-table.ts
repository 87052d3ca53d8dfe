/** Row of a table. */
export type Row = readonly string[];

/** Formats a number with thousands separators. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}

/** Aligns the first columns to the left, and columns of numbers to the right. */
export function formatTable(rows: readonly Row[], textColumns: number): string {
  const widths = (rows[0] ?? []).map((_title, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column < textColumns ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
