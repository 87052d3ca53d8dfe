import { setTimeout } from 'node:timers/promises';
import type { TestStreamingElicitation } from '../../../../generated/conformance/handlers.ts';
import { describeAnswer } from '../describe-answer.ts';

/** Reports progress on the request's stream, and asks the user. */
export const testStreamingElicitation: TestStreamingElicitation = async (_input, context) => {
  context.progress(0, 1);
  await setTimeout(50);
  context.progress(1, 1);
  const answer = await context.elicit(
    'Please confirm',
    { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
    { key: 'confirm' },
  );
  return describeAnswer(answer);
};
