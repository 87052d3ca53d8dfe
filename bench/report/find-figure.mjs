/** Finds a figure of a report; `undefined` if it was not measured. */
export function findFigure(report, scenario, subject, figure) {
  const rows = report.scenarios.find(({ name }) => name === scenario)?.rows ?? [];
  return rows.find((row) => row.subject === subject)?.figures[figure];
}
