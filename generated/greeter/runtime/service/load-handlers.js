import { checkHandlers } from './check-handlers.js';
import { ProtocolError } from '../protocol/protocol-error.js';
/**
 * Loads the handlers of a server, all of them.
 *
 * @param fail Told why they cannot be loaded, or which are missing.
 * @returns Rejects with what clients are told then.
 */
export async function loadHandlers(definition, handlers, fail) {
    try {
        return checkHandlers(definition, typeof handlers === 'function' ? await handlers() : handlers);
    }
    catch (error) {
        fail(error);
        throw new ProtocolError(-32603, 'Internal error');
    }
}
