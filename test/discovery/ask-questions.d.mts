import type { RankedTool } from '../../generator/outputs/evaluate/rank-tools.js';

/** A question, and the operations that answer it. */
export interface Question {
  /** Path of the document below the folder. */
  readonly document: string;
  readonly text: string;
  /** Method and path of each operation that is right. */
  readonly answers: readonly string[];
  /** What a model searched for when a user asked. */
  readonly query?: string | undefined;
}

/** A question with what was found. */
export interface AskedQuestion extends Question {
  /** Method and path of the operations that a usual search finds, best first; the order from the second to the fifth, and of the others, is that of the entries. */
  readonly found: readonly string[];
  /** Method and path of the operations that a usual search finds, by entry. */
  readonly entries: readonly (readonly string[])[];
  readonly isWeak: boolean;
  /** Whether a right operation is in the result, or in the list of a resource that the contents name. */
  readonly isReachable: boolean;
}

/** An operation as a tool. */
export interface AskedTool extends RankedTool {
  readonly request: string;
}

/** Reads questions from lines of document, question, answers and query, after a heading. */
export function parseQuestions(text: string): readonly Question[];

/** Generates a server for a document and searches for the answers; gives its operations as tools, too. */
export function askQuestions(
  folder: string,
  document: string,
  questions: readonly Question[],
): Promise<{ readonly asked: readonly AskedQuestion[]; readonly tools: readonly AskedTool[] }>;
