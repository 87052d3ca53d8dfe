import type { TestInputRequiredResultCapabilities } from '../../../../generated/conformance/handlers.ts';
import { describeAnswer } from '../describe-answer.ts';
import { textOf } from '../text-of.ts';

/** Asks the user, if supported, and the client's model. */
export const testInputRequiredResultCapabilities: TestInputRequiredResultCapabilities = async (_input, context) => {
  const [name, greeting] = await Promise.all([
    context.elicit(
      'What is your name?',
      { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      { key: 'user_name', unavailable: 'cancel' },
    ),
    context.sample(
      { messages: [{ role: 'user', content: { type: 'text', text: 'Generate a greeting' } }], maxTokens: 50 },
      { key: 'greeting' },
    ),
  ]);
  return `${describeAnswer(name)} ${textOf(greeting)}`;
};
