import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { JsonObject } from '../../core/model/json.js';
import type { Model } from '../../core/model/model.js';
import { PartKey } from '../../core/model/part-key.js';

/** Question that a user would ask, with the tool calls that answer it. */
export interface QuestionModel {
  readonly ask: string;
  /** Names of the tools that the answer needs, in order; not empty. */
  readonly tools: readonly string[];
  /** Names of tools that must not be called. */
  readonly never: readonly string[];
  /** Expected arguments by tool name. Calls can have more arguments. */
  readonly arguments: ReadonlyMap<string, JsonObject>;
  readonly location: SourceLocation;
}

/** Questions of a tool, not empty. */
export const questionsPart = new PartKey<readonly QuestionModel[]>('questions');

/** Ways to rank tools for a question. */
export const rankings = ['bm25', 'names', 'search'] as const;

export type Ranking = (typeof rankings)[number];

/**
 * Figures of a ranking: the share of questions that have one of their tools first, one of them among the first five, or
 * all of them among the first five.
 */
export const figures = ['first', 'firstFive', 'allInFirstFive'] as const;

export type Figure = (typeof figures)[number];

/** Minimum of each figure, from 0 to 1. */
export type Thresholds = { readonly [ranking in Ranking]?: { readonly [figure in Figure]?: number } };

/** Minimum figures of `evaluate`. */
export const thresholdsPart = new PartKey<Thresholds>('evaluation thresholds');

/** Returns the questions of all tools, in order. */
export function listQuestions({ tools }: Model): readonly QuestionModel[] {
  return tools.flatMap((tool) => questionsPart.of(tool) ?? []);
}
