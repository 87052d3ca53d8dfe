import type { TestInputRequiredResultElicitation } from '../../../../generated/conformance/handlers.ts';
import { describeAnswer } from '../describe-answer.ts';

/** Asks the user for a name. */
export const testInputRequiredResultElicitation: TestInputRequiredResultElicitation = async (_input, context) => {
  const answer = await context.elicit<{ name: string }>(
    'What is your name?',
    { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    { key: 'user_name', isStatic: true },
  );
  return answer.action === 'accept' ? `Hello, ${answer.content.name}!` : describeAnswer(answer);
};
