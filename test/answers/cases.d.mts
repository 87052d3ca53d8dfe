export interface AnswerCase {
  readonly operation: string;
  readonly items?: number;
  readonly question: string;
  readonly fields: readonly string[];
}
