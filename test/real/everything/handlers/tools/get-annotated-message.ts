import { image, results, text } from 'create-mcp-from-schema/runtime';
import type { GetAnnotatedMessage } from '../../generated/handlers.ts';
import { tinyImage } from '../tiny-image.ts';

const messages = {
  error: text('Error: Operation failed', { annotations: { priority: 1, audience: ['user', 'assistant'] } }),
  success: text('Operation completed successfully', { annotations: { priority: 0.7, audience: ['user'] } }),
  debug: text('Debug: Cache hit ratio 0.95, latency 150ms', {
    annotations: { priority: 0.3, audience: ['assistant'] },
  }),
};

export const getAnnotatedMessage: GetAnnotatedMessage = ({ messageType, includeImage }) => {
  const picture = image(tinyImage, 'image/png', { annotations: { priority: 0.5, audience: ['user'] } });
  return results([messages[messageType], ...(includeImage ? [picture] : [])]);
};
