import { rankings, type Ranking } from '../../features/questions/questions-part.js';
import type { MeasuredQuestion } from './measure-questions.js';

/** A tool that a ranking mistakes for another: the other one is the first for its questions. */
export interface Confusion {
  readonly tool: string;
  readonly mistakenFor: string;
  readonly ranking: Ranking;
  /** Number of the tool's questions for which the other tool is the first. */
  readonly count: number;
  /** Number of all questions of the tool. */
  readonly of: number;
}

/** Lists confusions, most frequent first. A question with several tools counts for the first of them. */
export function listConfusions(questions: readonly MeasuredQuestion[]): readonly Confusion[] {
  const totals = new Map<string, number>();
  const found = new Map<string, Confusion>();
  for (const { tools, ranks } of questions) {
    const [tool = ''] = tools;
    totals.set(tool, (totals.get(tool) ?? 0) + 1);
    for (const ranking of rankings) {
      const { first } = ranks[ranking];
      if (first === null || tools.includes(first)) continue;
      const key = JSON.stringify([tool, first, ranking]);
      const count = (found.get(key)?.count ?? 0) + 1;
      found.set(key, { tool, mistakenFor: first, ranking, count, of: 0 });
    }
  }
  return [...found.values()]
    .map((confusion) => ({ ...confusion, of: totals.get(confusion.tool) ?? 0 }))
    .toSorted((left, right) => right.count / right.of - left.count / left.of || right.count - left.count);
}
