import type { Model } from '../../core/model/model.js';
import {
  figures,
  listQuestions,
  rankings,
  type Figure,
  type QuestionModel,
  type Ranking,
  type Thresholds,
} from '../../features/questions/questions-part.js';
import { listCatalog } from './list-catalog.js';
import { compareRankings, type Comparison } from './compare-rankings.js';
import { findOverlaps, type Overlaps } from './find-overlaps.js';
import { listConfusions, type Confusion } from './list-confusions.js';
import {
  isMet,
  measureQuestions,
  sumUp,
  sumUpAll,
  type CreateSearch,
  type MeasuredQuestion,
  type RankingFigures,
} from './measure-questions.js';

/** Number of tools and tokens of a server. */
export interface EvaluatedTools {
  /** Tools that a model can call, listed or not. */
  readonly count: number;
  /** Tools that `tools/list` returns by default, and the tokens of their names, descriptions and input schemas. */
  readonly listed: number;
  readonly tokens: number;
  /** Name of the tokenizer that counted the tokens, or `estimate`. */
  readonly tokenizer: string;
  /** Names of the tools without questions. */
  readonly withoutQuestions: readonly string[];
  /** Tools that questions name although a model cannot call them: disabled or built-in ones. No ranking finds them. */
  readonly unreachable: readonly string[];
}

/** Minimum of a figure with the actual figure. */
export interface CheckedThreshold {
  readonly ranking: Ranking;
  readonly figure: Figure;
  readonly minimum: number;
  readonly actual: number;
  readonly isMet: boolean;
  /** Questions that do not count for the figure; empty if the minimum is met. */
  readonly questions: readonly string[];
}

/** Report of `evaluate`. Its JSON is the output of `evaluate --format json`. */
export interface Evaluation {
  /** Version of the report. Within a version, members are only added. */
  readonly version: 1;
  readonly server: string;
  readonly tools: EvaluatedTools;
  readonly rankings: RankingFigures;
  readonly questions: readonly MeasuredQuestion[];
  readonly confusions: readonly Confusion[];
  readonly overlaps: Overlaps;
  readonly thresholds: readonly CheckedThreshold[];
  /** Absent without `--compare`. */
  readonly comparison?: Comparison;
}

/** Options of {@link evaluateModel}. */
export interface EvaluateOptions {
  readonly createSearch: CreateSearch;
  readonly thresholds: Thresholds;
  readonly listed: Pick<EvaluatedTools, 'listed' | 'tokens' | 'tokenizer'>;
  /** Version to compare with. */
  readonly earlier?: { readonly label: string; readonly model: Model } | undefined;
}

/** Ranks the tools of a model for its questions. */
export function evaluateModel(
  model: Model,
  { createSearch, thresholds, listed, earlier }: EvaluateOptions,
): Evaluation {
  const asked = listQuestions(model);
  const questions = measureQuestions(model, asked, createSearch);
  const catalog = listCatalog(model);
  const names = catalog.map(({ name }) => name);
  return {
    version: 1,
    server: model.server.name,
    tools: { count: names.length, ...listed, ...listUnasked(names, asked) },
    rankings: sumUpAll(questions),
    questions,
    confusions: listConfusions(questions),
    overlaps: findOverlaps(catalog),
    thresholds: checkThresholds(questions, thresholds),
    ...(earlier && { comparison: compareRankings(earlier, { model, questions }, createSearch) }),
  };
}

function listUnasked(
  names: readonly string[],
  questions: readonly QuestionModel[],
): Pick<EvaluatedTools, 'withoutQuestions' | 'unreachable'> {
  const asked = new Set(questions.flatMap(({ tools }) => tools));
  const known = new Set(names);
  return {
    withoutQuestions: names.filter((name) => !asked.has(name)),
    unreachable: [...asked].filter((name) => !known.has(name)),
  };
}

/** Compares figures with their minimums. */
function checkThresholds(questions: readonly MeasuredQuestion[], thresholds: Thresholds): readonly CheckedThreshold[] {
  return rankings.flatMap((ranking) => {
    const actual = sumUp(questions, ranking);
    return figures.flatMap((figure): readonly CheckedThreshold[] => {
      const minimum = thresholds[ranking]?.[figure];
      if (minimum === undefined) return [];
      const met = actual[figure] >= minimum;
      const missed = met ? [] : questions.filter(({ ranks }) => !isMet(figure, ranks[ranking])).map(({ ask }) => ask);
      return [{ ranking, figure, minimum, actual: actual[figure], isMet: met, questions: missed }];
    });
  });
}
