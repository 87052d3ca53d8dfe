/** Prints rows in columns; all but the first and texts with letters are numbers at the right. */
export function printTable(head, rows) {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  console.log();
  for (const row of cells) {
    const padded = row.map((cell, column) => {
      const isLast = column === row.length - 1 && column > 0;
      if (isLast && Number.isNaN(Number.parseFloat(rows[0]?.[column]))) return cell;
      return column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]);
    });
    console.log(padded.join('  ').trimEnd());
  }
}

/**
 * Prints goals with what was measured.
 *
 * @param {{ name: string, value: number, most?: number, least?: number }[]} goals
 * @returns The goals, each with `isMet`.
 */
export function judge(goals) {
  console.log();
  return goals.map((goal) => {
    const { name, value, most, least } = goal;
    const isMet = most === undefined ? value >= least : value <= most;
    const limit = most === undefined ? `at least ${show(least)}` : `at most ${show(most)}`;
    console.log(`${isMet ? 'met   ' : 'MISSED'}  ${name}: ${show(value)} (${limit})`);
    return { ...goal, isMet };
  });
}

function show(value) {
  return Number.isInteger(value) ? value : value.toFixed(2);
}
