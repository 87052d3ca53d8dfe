import type { StartOptions } from 'create-mcp-from-schema/runtime/node';
import type { Credentials } from '../generated/forwards.ts';

export const options: StartOptions = {
  drainMs: 5000, // five seconds
  ordered: true,
  http: { sse: true, drainDelayMs: 10 },
};

export const credentials: Credentials = () => undefined;
