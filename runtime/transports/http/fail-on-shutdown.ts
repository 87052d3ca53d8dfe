import type { Exchange } from '../../core/exchange/exchange.js';
import { encodeError, type RequestId } from '../../wire/json-rpc.js';

/** `data` of the error for a request that was not finished because its process has ended. */
const ended = { reason: 'server-ended' };

/** Error response for a request that was not finished because its process has ended. The client may retry. */
export function encodeUnfinished(id: RequestId, message: string): string {
  return encodeError(id, -32603, message, ended);
}

/**
 * Fails a request that the server cannot finish before it ends, and stops its handler.
 *
 * @see docs/decisions/0041-a-process-that-ends-answers-everything.md
 */
export function failOnShutdown(exchange: Exchange): void {
  const message = 'The server is shutting down and has stopped the request, which may have been partly executed.';
  exchange.close(encodeUnfinished(exchange.id, message), -32603);
  exchange.abort(new Error('The server is shutting down'));
}
