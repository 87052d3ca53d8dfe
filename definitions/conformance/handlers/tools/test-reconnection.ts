import { setTimeout } from 'node:timers/promises';
import type { TestReconnection } from '../../../../generated/conformance/handlers.ts';

/** Closes the stream before it returns. */
export const testReconnection: TestReconnection = async (_input, context) => {
  context.closeStream();
  await setTimeout(100);
  return 'Answered on another connection.';
};
