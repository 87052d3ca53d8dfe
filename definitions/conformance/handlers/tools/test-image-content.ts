import { image } from 'create-mcp-from-schema/runtime';
import type { TestImageContent } from '../../../../generated/conformance/handlers.ts';
import { redPixel } from '../media.ts';

/** Returns an image. */
export const testImageContent: TestImageContent = () => image(redPixel, 'image/png');
