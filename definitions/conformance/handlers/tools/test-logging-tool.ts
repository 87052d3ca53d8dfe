import { setTimeout } from 'node:timers/promises';
import type { TestLoggingTool } from '../../../../generated/conformance/handlers.ts';

/** Sends log messages to clients that request them. */
export const testLoggingTool: TestLoggingTool = async (_input, { log }) => {
  log.info('Before the work');
  await setTimeout(50);
  log.error('After the work');
  return 'Sent log messages to whom they concern.';
};
