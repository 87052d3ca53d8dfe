import type { TestXMcpHeader } from '../../../../generated/conformance/handlers.ts';

/** Takes an argument that clients repeat as an HTTP header. */
export const testXMcpHeader: TestXMcpHeader = ({ region }) => `Ran in ${region ?? 'no region'}.`;
