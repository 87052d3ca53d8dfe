import { setTimeout } from 'node:timers/promises';
import type { FailingJob } from '../../../../generated/conformance/handlers.ts';

/** Runs as a task and fails. */
export const failingJob: FailingJob = async () => {
  await setTimeout(50);
  throw new Error('The job has failed.');
};
