import { image, results } from 'create-mcp-from-schema/runtime';
import type { GetTinyImage } from '../../generated/handlers.ts';
import { tinyImage } from '../tiny-image.ts';

export const getTinyImage: GetTinyImage = () =>
  results([`Here's the image you requested:`, image(tinyImage, 'image/png'), 'The image above is the MCP logo.']);
