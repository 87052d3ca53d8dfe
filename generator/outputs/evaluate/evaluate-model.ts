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
import { listConfusions, type Confusion } from './list-confusions.js';
import {
  isMet,
  measureQuestions,
  sumUp,
  type CreateSearch,
  type Figures,
  type MeasuredQuestion,
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
  readonly rankings: { readonly [ranking in Ranking]: Figures };
  readonly questions: readonly MeasuredQuestion[];
  readonly confusions: readonly Confusion[];
  readonly thresholds: readonly CheckedThreshold[];
}

/** Options of {@link evaluateModel}. */
export interface EvaluateOptions {
  readonly createSearch: CreateSearch;
  readonly thresholds: Thresholds;
  readonly listed: Pick<EvaluatedTools, 'listed' | 'tokens' | 'tokenizer'>;
}

/** Ranks the tools of a model for its questions. */
export function evaluateModel(model: Model, { createSearch, thresholds, listed }: EvaluateOptions): Evaluation {
  const asked = listQuestions(model);
  const questions = measureQuestions(model, asked, createSearch);
  const names = listCatalog(model).map(({ name }) => name);
  return {
    version: 1,
    server: model.server.name,
    tools: { count: names.length, ...listed, withoutQuestions: listUnasked(names, asked) },
    rankings: sumUpAll(questions),
    questions,
    confusions: listConfusions(questions),
    thresholds: checkThresholds(questions, thresholds),
  };
}

function listUnasked(names: readonly string[], questions: readonly QuestionModel[]): readonly string[] {
  const asked = new Set(questions.flatMap(({ tools }) => tools));
  return names.filter((name) => !asked.has(name));
}

/** Sums up all rankings. */
export function sumUpAll(questions: readonly MeasuredQuestion[]): Evaluation['rankings'] {
  const all = rankings.map((ranking) => [ranking, sumUp(questions, ranking)]);
  return Object.fromEntries(all) as Evaluation['rankings'];
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
