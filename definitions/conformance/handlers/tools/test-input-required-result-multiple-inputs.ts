import type { TestInputRequiredResultMultipleInputs } from '../../../../generated/conformance/handlers.ts';
import { describeAnswer } from '../describe-answer.ts';
import { textOf } from '../text-of.ts';

/** Asks the user, the client's model and the client at once. */
export const testInputRequiredResultMultipleInputs: TestInputRequiredResultMultipleInputs = async (_input, context) => {
  const [name, greeting, roots] = await Promise.all([
    context.elicit(
      'What is your name?',
      { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      { key: 'user_name' },
    ),
    context.sample(
      { messages: [{ role: 'user', content: { type: 'text', text: 'Generate a greeting' } }], maxTokens: 50 },
      { key: 'greeting' },
    ),
    context.roots({ key: 'client_roots' }),
  ]);
  return `${describeAnswer(name)} ${textOf(greeting)} ${roots.length} roots.`;
};
