import type { TestInputRequiredResultPrompt } from '../../../../generated/conformance/handlers.ts';
import { describeAnswer } from '../describe-answer.ts';

/** Asks the user for the context. */
export const testInputRequiredResultPrompt: TestInputRequiredResultPrompt = async (_values, context) => {
  const answer = await context.elicit<{ context: string }>(
    'What context should the prompt use?',
    { type: 'object', properties: { context: { type: 'string' } }, required: ['context'] },
    { key: 'user_context' },
  );
  return answer.action === 'accept' ? `Answer in this context: ${answer.content.context}` : describeAnswer(answer);
};
