import { figures, formatFigure } from './figures.mjs';

/** Prints the measured figures, and whether each goal is met. Omits goals in a short run, which measures nothing. */
export function printScenario({ name, title, rows }, isShort) {
  console.log(`\n${title} (${name})`);
  const columns = Object.keys(figures).filter((figure) => rows.some((row) => row.figures[figure] !== undefined));
  const table = [
    ['', ...columns.map((column) => figures[column].title)],
    ...rows.map(({ subject, figures: values }) => [
      subject,
      ...columns.map((column) => (values[column] === undefined ? '' : formatFigure(column, values[column]))),
    ]),
  ];
  const widths = table[0].map((_, index) => Math.max(...table.map((cells) => cells[index].length)));
  for (const [first, ...cells] of table) {
    const shown = cells.map((cell, index) => cell.padStart(widths[index + 1] + 3));
    console.log(`  ${first.padEnd(widths[0])}${shown.join('')}`);
  }
  if (isShort) return;
  for (const { subject, figures: values, goals = [] } of rows) {
    for (const { figure, atMost, isMet } of goals) {
      const measured = `${figures[figure].title} ${formatFigure(figure, values[figure])}`;
      console.log(
        `  ${isMet ? 'met     ' : 'NOT MET '} ${subject}: ${measured} (at most ${formatFigure(figure, atMost)})`,
      );
    }
  }
}
