import { setTimeout } from 'node:timers/promises';
import type { TestToolWithLogging } from '../../../../generated/conformance/handlers.ts';

/** Sends three log messages before it returns. */
export const testToolWithLogging: TestToolWithLogging = async (_input, { log }) => {
  log.info('Tool execution started');
  await setTimeout(50);
  log.info('Tool processing data');
  await setTimeout(50);
  log.info('Tool execution completed');
  return 'Sent three log messages.';
};
