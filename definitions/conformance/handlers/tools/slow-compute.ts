import { setTimeout } from 'node:timers/promises';
import type { SlowCompute } from '../../../../generated/conformance/handlers.ts';

/** Takes a while. */
export const slowCompute: SlowCompute = async ({ seconds, label = 'the result' }, { progress, signal }) => {
  progress(0, seconds, `Computing ${label}`);
  await setTimeout(seconds * 1000, undefined, { signal });
  return `Computed ${label} in ${seconds} s.`;
};
