import type { TestInputRequiredResultSampling } from '../../../../generated/conformance/handlers.ts';
import { textOf } from '../text-of.ts';

/** Asks the client's model for a capital. */
export const testInputRequiredResultSampling: TestInputRequiredResultSampling = async (_input, context) => {
  const text = 'What is the capital of France?';
  const answer = await context.sample(
    { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 },
    { key: 'capital_question' },
  );
  return textOf(answer);
};
