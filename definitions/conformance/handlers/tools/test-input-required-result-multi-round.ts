import type { TestInputRequiredResultMultiRound } from '../../../../generated/conformance/handlers.ts';
import { describeAnswer } from '../describe-answer.ts';

/** Asks the user twice, one question after the other. */
export const testInputRequiredResultMultiRound: TestInputRequiredResultMultiRound = async (_input, context) => {
  const name = await context.elicit(
    'Step 1: What is your name?',
    { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    { key: 'step1' },
  );
  const color = await context.elicit(
    'Step 2: What is your favorite color?',
    { type: 'object', properties: { color: { type: 'string' } }, required: ['color'] },
    { key: 'step2' },
  );
  return `${describeAnswer(name)} ${describeAnswer(color)}`;
};
