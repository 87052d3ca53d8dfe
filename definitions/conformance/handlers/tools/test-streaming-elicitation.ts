import { setTimeout } from 'node:timers/promises';
import type { TestStreamingElicitation } from '../../../../generated/conformance/handlers.ts';

/** Reports its progress on the stream of the request. */
export const testStreamingElicitation: TestStreamingElicitation = async (_input, { progress }) => {
  progress(0, 1);
  await setTimeout(50);
  progress(1, 1);
  return 'Asked nothing.';
};
