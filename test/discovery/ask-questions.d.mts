/** A question, and the operations that answer it. */
export interface Question {
  /** Path of the document below the folder. */
  readonly document: string;
  readonly text: string;
  /** Method and path of each operation that is right. */
  readonly answers: readonly string[];
}

/** A question with what was found. */
export interface AskedQuestion extends Question {
  /** Method and path of the first five operations that were found. */
  readonly found: readonly string[];
  readonly isHit: boolean;
}

/** Reads questions from lines of document, question and answers, after a heading. */
export function parseQuestions(text: string): readonly Question[];

/** Generates a server for a document and searches for the answers. */
export function askQuestions(
  folder: string,
  document: string,
  questions: readonly Question[],
): Promise<readonly AskedQuestion[]>;
