import type { TestMissingCapability } from '../../../../generated/conformance/handlers.ts';
import { textOf } from '../text-of.ts';

/** Fails if the client does not support sampling. */
export const testMissingCapability: TestMissingCapability = async (_input, context) => {
  const text = 'Say that you are there.';
  const answer = await context.sample({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens: 100,
  });
  return textOf(answer);
};
