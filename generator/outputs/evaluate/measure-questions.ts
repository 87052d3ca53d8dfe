import type { Model } from '../../core/model/model.js';
import {
  figures,
  rankings,
  type Figure,
  type QuestionModel,
  type Ranking,
} from '../../features/questions/questions-part.js';
import { listCatalog, type CatalogTool } from './list-catalog.js';
import { indexNames, indexWords, type RankTools } from './rank-tools.js';

/** Creates the search of discover and code mode over tools. */
export type CreateSearch = (catalog: readonly CatalogTool[]) => RankTools;

/** What a ranking found for a question. */
export interface QuestionRank {
  /** Best position of the question's tools, from 1; `null` if none was found. */
  readonly rank: number | null;
  /** Whether all tools of the question are among the first five. */
  readonly allInFirstFive: boolean;
  /** The tool that ranks best, right or wrong; `null` if none was found. */
  readonly first: string | null;
  /** Tools of `never` that rank before the question's tools. */
  readonly forbidden: readonly string[];
}

/** Question with its rank in each ranking. */
export interface MeasuredQuestion {
  readonly ask: string;
  readonly tools: readonly string[];
  readonly file: string;
  /** Line of the file, from 1. */
  readonly line: number;
  readonly ranks: { readonly [ranking in Ranking]: QuestionRank };
}

/** Figures of a ranking: shares of the questions, from 0 to 1. */
export type Figures = { readonly [figure in Figure]: number } & {
  /** Number of questions none of whose tools was found. */
  readonly notFound: number;
};

/** Ranks the tools of a model for each question. */
export function measureQuestions(
  model: Model,
  questions: readonly QuestionModel[],
  createSearch: CreateSearch,
): readonly MeasuredQuestion[] {
  if (questions.length === 0) return [];
  const catalog = listCatalog(model);
  const names = catalog.map(({ name }) => name);
  const indexes: { readonly [ranking in Ranking]: RankTools } = {
    bm25: indexWords(catalog),
    names: indexNames(catalog),
    search: createSearch(catalog),
  };
  return questions.map((question) => {
    const { ask, tools, location } = question;
    const ranks = Object.fromEntries(
      rankings.map((ranking) => [ranking, rank(question, names, indexes[ranking](ask))]),
    );
    return { ask, tools, file: location.file, line: location.line, ranks: ranks as MeasuredQuestion['ranks'] };
  });
}

/** Number of tools that hosts and our own search show at least. */
const shown = 5;

function rank({ tools, never }: QuestionModel, names: readonly string[], found: readonly number[]): QuestionRank {
  const right = new Set(tools);
  const position = found.findIndex((each) => right.has(names[each] ?? ''));
  const firstFive = new Set(found.slice(0, shown).map((each) => names[each]));
  const before = new Set((position === -1 ? found : found.slice(0, position)).map((each) => names[each]));
  return {
    rank: position === -1 ? null : position + 1,
    allInFirstFive: tools.every((name) => firstFive.has(name)),
    first: names[found[0] ?? -1] ?? null,
    forbidden: never.length === 0 ? [] : never.filter((name) => before.has(name)),
  };
}

/** Whether a question counts for a figure. */
export function isMet(figure: Figure, { rank: best, allInFirstFive }: QuestionRank): boolean {
  if (figure === 'allInFirstFive') return allInFirstFive;
  return best !== null && best <= (figure === 'first' ? 1 : shown);
}

/** Sums up a ranking. Without questions all shares are 0. */
export function sumUp(questions: readonly MeasuredQuestion[], ranking: Ranking): Figures {
  const ranks = questions.map((question) => question.ranks[ranking]);
  const share = (figure: Figure): number => ranks.filter((each) => isMet(figure, each)).length / (ranks.length || 1);
  const shares = Object.fromEntries(figures.map((figure) => [figure, share(figure)]));
  return { ...(shares as { [figure in Figure]: number }), notFound: ranks.filter((each) => each.rank === null).length };
}

/** Figures of each ranking. */
export type RankingFigures = { readonly [ranking in Ranking]: Figures };

/** Sums up all rankings. */
export function sumUpAll(questions: readonly MeasuredQuestion[]): RankingFigures {
  const all = rankings.map((ranking) => [ranking, sumUp(questions, ranking)]);
  return Object.fromEntries(all) as RankingFigures;
}
