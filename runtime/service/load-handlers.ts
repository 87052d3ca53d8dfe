import { checkHandlers } from './check-handlers.js';
import type { ServerDefinition } from '../api/definition.js';
import type { HandlerSet } from '../api/handlers.js';
import { ProtocolError } from '../protocol/protocol-error.js';
import type { HandlerSource } from './service.js';

/**
 * Loads the handlers of a server, all of them.
 *
 * @param fail Told why they cannot be loaded, or which are missing.
 * @returns Rejects with what clients are told then.
 */
export async function loadHandlers(
  definition: ServerDefinition,
  handlers: HandlerSource,
  fail: (error: unknown) => void,
): Promise<HandlerSet> {
  try {
    return checkHandlers(definition, typeof handlers === 'function' ? await handlers() : handlers);
  } catch (error) {
    fail(error);
    throw new ProtocolError(-32603, 'Internal error');
  }
}
