import { readFileSync } from 'node:fs';
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
 * @returns {{ title: string, verdicts: { isMet?: boolean, text: string }[] }[]} A title says what was measured, and when;
 *   `isMet` is missing for a goal that was not measured.
 */
export function judgeResults() {
  const main = readResults('bench');
  const load = Object.entries(readResults('test/load')).map(([run, { goals: judged, ...from }]) => ({
    title: describeSource(`the load test, ${run}`, from),
    verdicts: judged.map(({ name, value, most, least, isMet }) => describe(isMet, name, value, { most, least })),
  }));
  const [shop, sql] = ['bench/public', 'bench/sql'].map(readResults);
  return [
    { title: describeSource('the benchmark', main), verdicts: goals.map((goal) => judgeGoal(main, goal)) },
    { title: describeSource('tools that read Redis and call an API', shop), verdicts: judgePublic(shop) },
    { title: describeSource('SQL tools', sql), verdicts: judgeSql(sql) },
    ...load,
  ];
}

function describeSource(name, { version, date }) {
  return `Results of ${name}, version ${version}, measured on ${date}:`;
}

function readResults(folder) {
  return JSON.parse(readFileSync(path.join(root, folder, 'results.json'), 'utf8'));
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
