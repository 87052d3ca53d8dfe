import type { HttpTarget } from '../../../runtime/wire/peer/http-link.js';
import { sendRequest } from './send-request.js';

/**
 * Creates a request function for a URL, with a separate connection per request.
 *
 * @param limit Called with the size of each body chunk; can throw.
 */
export function requestFrom(url: URL, limit: (bytes: number) => void = () => {}): HttpTarget['request'] {
  return async (request, signal) => {
    const response = await sendRequest(url, request, signal);
    return {
      status: response.statusCode ?? 0,
      header(name) {
        const value = response.headers[name];
        return typeof value === 'string' ? value : undefined;
      },
      body: countBytes(response, limit),
      discard: () => void response.resume(),
    };
  };
}

async function* countBytes(body: AsyncIterable<Buffer>, limit: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    limit(chunk.length);
    yield chunk;
  }
}
