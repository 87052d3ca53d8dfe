import { embeddedResource, image, results } from 'create-mcp-from-schema/runtime';
import type { TestMultipleContentTypes } from '../../../../generated/conformance/handlers.ts';
import { redPixel } from '../media.ts';

/** Returns text, an image and a resource. */
export const testMultipleContentTypes: TestMultipleContentTypes = () =>
  results([
    'Multiple content types test:',
    image(redPixel, 'image/png'),
    embeddedResource({
      uri: 'test://mixed-content-resource',
      mimeType: 'application/json',
      text: JSON.stringify({ test: 'data', value: 123 }),
    }),
  ]);
