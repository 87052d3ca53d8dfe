import type { Model } from '../../core/model/model.js';
import {
  figures,
  listQuestions,
  rankings,
  type Figure,
  type Ranking,
} from '../../features/questions/questions-part.js';
import { listCatalog } from './list-catalog.js';
import { measureQuestions, sumUpAll, type CreateSearch, type MeasuredQuestion } from './measure-questions.js';

/** A figure before and after. */
export interface ComparedFigure {
  readonly ranking: Ranking;
  readonly figure: Figure;
  readonly before: number;
  readonly after: number;
}

/** A question that ranks its tools higher or lower than before. */
export interface ChangedQuestion {
  readonly ask: string;
  readonly ranking: Ranking;
  readonly change: 'rose' | 'fell';
  /** Rank of the best tool; `null` if none was found. */
  readonly before: number | null;
  readonly after: number | null;
}

/** Effect of a change of the tools on the present questions. */
export interface Comparison {
  /** The earlier version, as typed by the user. */
  readonly with: string;
  /** Number of present questions whose tools all existed before. Figures compare only these. */
  readonly compared: number;
  /** The other questions. */
  readonly newQuestions: readonly string[];
  readonly figures: readonly ComparedFigure[];
  readonly changes: readonly ChangedQuestion[];
}

/** Asks the present questions of an earlier version. Questions of that version do not count. */
export function compareRankings(
  earlier: { readonly label: string; readonly model: Model },
  present: { readonly model: Model; readonly questions: readonly MeasuredQuestion[] },
  createSearch: CreateSearch,
): Comparison {
  const names = new Set(listCatalog(earlier.model).map(({ name }) => name));
  const isComparable = ({ tools }: Pick<MeasuredQuestion, 'tools'>): boolean => tools.every((name) => names.has(name));
  const before = measureQuestions(earlier.model, listQuestions(present.model).filter(isComparable), createSearch);
  const after = present.questions.filter(isComparable);
  const [old, recent] = [sumUpAll(before), sumUpAll(after)];
  return {
    with: earlier.label,
    compared: after.length,
    newQuestions: present.questions.filter((question) => !isComparable(question)).map(({ ask }) => ask),
    figures: rankings.flatMap((ranking) =>
      figures.map((figure) => ({ ranking, figure, before: old[ranking][figure], after: recent[ranking][figure] })),
    ),
    changes: after.flatMap((question, index) => {
      const earlierQuestion = before[index];
      return earlierQuestion ? rankings.flatMap((ranking) => compareQuestion(earlierQuestion, question, ranking)) : [];
    }),
  };
}

function compareQuestion(
  old: MeasuredQuestion,
  recent: MeasuredQuestion,
  ranking: Ranking,
): readonly ChangedQuestion[] {
  const [before, after] = [old.ranks[ranking], recent.ranks[ranking]];
  const difference =
    (before.rank ?? Infinity) === (after.rank ?? Infinity)
      ? Number(after.allInFirstFive) - Number(before.allInFirstFive)
      : (before.rank ?? Infinity) - (after.rank ?? Infinity);
  if (difference === 0) return [];
  const change = difference > 0 ? 'rose' : 'fell';
  return [{ ask: recent.ask, ranking, change, before: before.rank, after: after.rank }];
}

/** Lists the figures that fell. */
export function listFallen({ figures: compared }: Comparison): readonly ComparedFigure[] {
  return compared.filter(({ before, after }) => after < before);
}
