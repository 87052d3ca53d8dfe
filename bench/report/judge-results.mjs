import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { goals } from '../goals.mjs';
import { judge as judgePublic } from '../public/report/judge.mjs';
import { listScenarios } from '../scenarios/list-scenarios.mjs';
import { judgeSql } from '../sql/judge.mjs';
import { figures, formatFigure } from './figures.mjs';
import { findFigure } from './find-figure.mjs';

const root = path.join(import.meta.dirname, '..', '..');

/**
 * Compares the stored results of all benchmarks and of the load test with the goals.
 *
 * @returns {{ isMet?: boolean, text: string }[]} `isMet` is missing for a goal that was not measured.
 */
export function judgeResults() {
  const [main, shop, sql, load] = ['bench', 'bench/public', 'bench/sql', 'test/load'].map(readResults);
  return [
    ...goals.map((goal) => judgeGoal(main ?? { scenarios: [] }, goal)),
    ...(shop === undefined ? [] : judgePublic(shop)),
    ...(sql === undefined ? [] : judgeSql(sql)),
    ...Object.values(load ?? {}).flatMap((run) =>
      run.goals.map(({ name, value, most, least, isMet }) => describe(isMet, name, value, { most, least })),
    ),
  ];
}

function readResults(folder) {
  const file = path.join(root, folder, 'results.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function judgeGoal(report, { scenario, subject, figure, atMost }) {
  const { title } = listScenarios().find(({ name }) => name === scenario);
  const name = `${title}, ${subject}: ${figures[figure].title}`;
  const value = findFigure(report, scenario, subject, figure);
  const most = formatFigure(figure, atMost);
  if (value === undefined) return { text: `not measured: ${name}, at most ${most}` };
  return describe(value <= atMost, name, formatFigure(figure, value), { most });
}

function describe(isMet, name, value, { most, least }) {
  const bound = most === undefined ? `at least ${least}` : `at most ${most}`;
  return { isMet, text: `${isMet ? 'met' : 'not met'}: ${name}, ${bound}: ${value}` };
}
