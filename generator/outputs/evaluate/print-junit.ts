import { rankings, type Ranking } from '../../features/questions/questions-part.js';
import { escapeHtml } from '../site/print-html.js';
import { listFallen } from './compare-rankings.js';
import type { Evaluation } from './evaluate-model.js';
import { formatMinimum, formatShare } from './format-evaluation.js';
import type { MeasuredQuestion } from './measure-questions.js';

/** A test case: it fails if it has a failure. */
interface TestCase {
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
  readonly failure?: string;
  /** Details of a test case that passes. */
  readonly output?: string;
}

/**
 * Prints an evaluation as JUnit XML: a suite for each ranking with a test case for each question, one for the minimums,
 * and one for the comparison. A question fails if a minimum that is not met counts it as missed.
 *
 * @param failsOnWorse Whether figures that fell are failures.
 */
export function printJunit(evaluation: Evaluation, failsOnWorse: boolean): string {
  const suites = [
    ...rankings.map((ranking) => printSuite(ranking, listQuestionCases(evaluation, ranking))),
    printSuite('minimums', listMinimumCases(evaluation)),
    printSuite('comparison', listComparisonCases(evaluation, failsOnWorse)),
  ].filter((suite) => suite !== '');
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${escapeHtml(`evaluate ${evaluation.server}`)}">
${suites.join('')}</testsuites>
`;
}

function listQuestionCases({ questions, thresholds }: Evaluation, ranking: Ranking): readonly TestCase[] {
  const missed = new Map<string, string[]>();
  for (const threshold of thresholds) {
    if (threshold.ranking !== ranking) continue;
    for (const ask of threshold.questions) missed.set(ask, [...(missed.get(ask) ?? []), threshold.figure]);
  }
  return questions.map((question): TestCase => {
    const { ask, file, line, ranks } = question;
    const reasons = missed.get(ask);
    const text = describeRank(question, ranking);
    if (reasons) return { name: ask, file, line, failure: `${text}; not met: ${reasons.join(', ')}` };
    return { name: ask, file, line, ...(ranks[ranking].rank !== 1 && { output: text }) };
  });
}

function describeRank({ tools, ranks }: MeasuredQuestion, ranking: Ranking): string {
  const { rank, first, allInFirstFive } = ranks[ranking];
  const found = rank === null ? 'not found' : `rank ${rank}`;
  const before = first === null || rank === 1 ? '' : `, first is ${first}`;
  return `${tools.join(', ')}: ${found}${before}${allInFirstFive ? '' : ', not all among the first five'}`;
}

function listMinimumCases({ thresholds }: Evaluation): readonly TestCase[] {
  return thresholds.map(({ ranking, figure, minimum, actual, isMet }) => ({
    name: `${ranking}.${figure}`,
    ...(!isMet && { failure: `${formatShare(actual)} is below the minimum of ${formatMinimum(minimum)}` }),
  }));
}

function listComparisonCases({ comparison }: Evaluation, failsOnWorse: boolean): readonly TestCase[] {
  if (!comparison) return [];
  const fallen = new Set(listFallen(comparison));
  return comparison.figures.map((compared) => {
    const { ranking, figure, before, after } = compared;
    const text = `${formatShare(before)} before, ${formatShare(after)} now`;
    const fails = failsOnWorse && fallen.has(compared);
    return { name: `${ranking}.${figure}`, ...(fails ? { failure: text } : { output: text }) };
  });
}

function printSuite(name: string, cases: readonly TestCase[]): string {
  if (cases.length === 0) return '';
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const printed = cases.map((one) => printCase(name, one));
  return `<testsuite name="${escapeHtml(name)}" tests="${cases.length}" failures="${failures}">
${printed.join('')}</testsuite>
`;
}

function printCase(suite: string, { name, file, line, failure, output }: TestCase): string {
  const place = file === undefined ? '' : ` file="${escapeHtml(file)}" line="${line ?? 1}"`;
  const start = `<testcase classname="${escapeHtml(suite)}" name="${escapeHtml(name)}"${place}`;
  if (failure !== undefined) return `${start}><failure message="${escapeHtml(failure)}"/></testcase>\n`;
  return output === undefined ? `${start}/>\n` : `${start}><system-out>${escapeHtml(output)}</system-out></testcase>\n`;
}
