import type { TestInputRequiredResultTamperedState } from '../../../../generated/conformance/handlers.ts';
import { describeAnswer } from '../describe-answer.ts';

/** Asks the user to confirm, and rejects modified state. */
export const testInputRequiredResultTamperedState: TestInputRequiredResultTamperedState = async (_input, context) => {
  const answer = await context.elicit(
    'Please confirm',
    { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
    { key: 'confirm' },
  );
  return describeAnswer(answer);
};
