import { error } from 'create-mcp-from-schema/runtime';
import type { CheckAnswer, CheckAnswerResult } from '../../../../generated/birds/handlers.ts';
import { toBird } from '../describe-entry.ts';
import { isCalled, listEntries } from '../guide.ts';

/** Checks a quiz answer, and names the bird. */
export const checkAnswer: CheckAnswer = ({ number, answer }): CheckAnswerResult => {
  const entry = listEntries()[number - 1];
  if (entry === undefined)
    return error(`The guide has no bird ${number}. start_quiz tells the numbers of its questions.`);
  return { isRight: isCalled(entry.species, answer), bird: toBird(entry), looks: entry.species.looks };
};
