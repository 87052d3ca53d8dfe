import { ProtocolError } from 'create-mcp-from-schema/runtime';
import type { TestMissingCapability } from '../../../../generated/conformance/handlers.ts';

/** Is only for clients that can sample. */
export const testMissingCapability: TestMissingCapability = (_input, { clientCapabilities }) => {
  if (clientCapabilities['sampling'] !== undefined) return 'The client can sample.';
  throw new ProtocolError(-32021, 'Missing required client capability: sampling', {
    requiredCapabilities: { sampling: {} },
  });
};
