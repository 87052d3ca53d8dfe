import { rankings, type Ranking } from '../../features/questions/questions-part.js';
import { listFallen } from './compare-rankings.js';
import type { Evaluation } from './evaluate-model.js';
import { formatMinimum, formatShare } from './format-evaluation.js';
import type { MeasuredQuestion } from './measure-questions.js';
import type { TestCase, TestSuite } from './print-junit.js';

/**
 * Lists an evaluation as tests: a suite for each ranking with a test case for each question, one for the minimums, and
 * one for the comparison. A question fails if a minimum that is not met counts it as missed.
 *
 * @param failsOnWorse Whether figures that fell are failures.
 */
export function listTestSuites(evaluation: Evaluation, failsOnWorse: boolean): readonly TestSuite[] {
  return [
    ...rankings.map((ranking) => ({ name: ranking, cases: listQuestionCases(evaluation, ranking) })),
    { name: 'minimums', cases: listMinimumCases(evaluation) },
    { name: 'comparison', cases: listComparisonCases(evaluation, failsOnWorse) },
  ];
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
    if (reasons) return { name: ask, file, line, failures: [`${text}; not met: ${reasons.join(', ')}`] };
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
    ...(!isMet && { failures: [`${formatShare(actual)} is below the minimum of ${formatMinimum(minimum)}`] }),
  }));
}

function listComparisonCases({ comparison }: Evaluation, failsOnWorse: boolean): readonly TestCase[] {
  if (!comparison) return [];
  const fallen = new Set(listFallen(comparison));
  return comparison.figures.map((compared) => {
    const { ranking, figure, before, after } = compared;
    const text = `${formatShare(before)} before, ${formatShare(after)} now`;
    const fails = failsOnWorse && fallen.has(compared);
    return { name: `${ranking}.${figure}`, ...(fails ? { failures: [text] } : { output: text }) };
  });
}
