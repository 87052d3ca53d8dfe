import { embeddedResource } from 'create-mcp-from-schema/runtime';
import type { TestEmbeddedResource } from '../../../../generated/conformance/handlers.ts';

/** Returns an embedded resource. */
export const testEmbeddedResource: TestEmbeddedResource = () =>
  embeddedResource({
    uri: 'test://embedded-resource',
    mimeType: 'text/plain',
    text: 'This is an embedded resource content.',
  });
