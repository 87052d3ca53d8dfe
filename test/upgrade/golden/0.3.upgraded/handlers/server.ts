import type { StartOptions } from 'create-mcp-from-schema/runtime/node';
import type { Credentials } from '../generated/api-calls.ts';

export const options: StartOptions = {
  shutdownTimeoutMs: 5000, // five seconds
  sequential: true,
  http: { legacySse: true, shutdownDelayMs: 10 },
};

export const credentials: Credentials = () => undefined;
