import type { TestInputRequiredResultRequestState } from '../../../../generated/conformance/handlers.ts';
import { describeAnswer } from '../describe-answer.ts';

/** Asks the user to confirm, and checks the returned state. */
export const testInputRequiredResultRequestState: TestInputRequiredResultRequestState = async (_input, context) => {
  const answer = await context.elicit(
    'Please confirm',
    { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
    { key: 'confirm' },
  );
  return `state-ok: ${describeAnswer(answer)}`;
};
