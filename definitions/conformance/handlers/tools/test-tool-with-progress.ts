import { setTimeout } from 'node:timers/promises';
import type { TestToolWithProgress } from '../../../../generated/conformance/handlers.ts';

/** Reports progress three times before it returns. */
export const testToolWithProgress: TestToolWithProgress = async (_input, { progress }) => {
  progress(0, 100);
  await setTimeout(50);
  progress(50, 100);
  await setTimeout(50);
  progress(100, 100);
  return 'Reported the progress.';
};
