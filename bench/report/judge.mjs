import { goals } from '../goals.mjs';

/**
 * Compares the rows of a scenario with its goals.
 *
 * @returns The rows, with `goals` where there are any.
 * @throws Error if a goal names a missing row or figure.
 */
export function judge(scenario, rows) {
  const wanted = goals.filter((goal) => goal.scenario === scenario);
  for (const { subject, figure } of wanted) {
    if (rows.find((row) => row.subject === subject)?.figures[figure] === undefined) {
      throw new Error(`${scenario} has no ${figure} of ${subject}.`);
    }
  }
  return rows.map((row) => {
    const own = wanted
      .filter(({ subject }) => subject === row.subject)
      .map(({ figure, atMost }) => ({ figure, atMost, isMet: row.figures[figure] <= atMost }));
    return own.length === 0 ? row : { ...row, goals: own };
  });
}
