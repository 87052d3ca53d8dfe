import type { AnswerCase } from './cases.mjs';

export interface MeasuredAnswer {
  readonly operation: string;
  readonly before: number;
  readonly textTokens: number;
  readonly structuredTokens: number;
  readonly kept: number | '';
  readonly found: number;
  readonly needed: number;
}

export function measureApi(
  folder: string,
  document: object,
  cases: readonly AnswerCase[],
  count: (text: string) => number,
): Promise<readonly MeasuredAnswer[]>;

export function listMissing(document: object, cases: readonly AnswerCase[]): readonly AnswerCase[];
