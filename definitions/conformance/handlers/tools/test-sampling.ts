import type { TestSampling } from '../../../../generated/conformance/handlers.ts';
import { textOf } from '../text-of.ts';

/** Sends a prompt to the client's model. */
export const testSampling: TestSampling = async ({ prompt }, context) => {
  const answer = await context.sample({
    messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
    maxTokens: 100,
  });
  return `LLM response: ${textOf(answer)}`;
};
