import { setTimeout } from 'node:timers/promises';
import { ProtocolError } from 'create-mcp-from-schema/runtime';
import type { ProtocolErrorJob } from '../../../../generated/conformance/handlers.ts';

/** Runs as a task and ends with a protocol error. */
export const protocolErrorJob: ProtocolErrorJob = async () => {
  await setTimeout(50);
  throw new ProtocolError(-32603, 'The job broke off.');
};
