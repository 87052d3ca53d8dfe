import type { TestSampling } from '../../../../generated/conformance/handlers.ts';
import { textOf } from '../text-of.ts';

/** Has the client's model answer a prompt. */
export const testSampling: TestSampling = async ({ prompt }, context) => {
  const answer = await context.sample({
    messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
    maxTokens: 100,
  });
  return `LLM response: ${textOf(answer)}`;
};
