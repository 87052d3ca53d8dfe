import type { ServerDefinition } from '../api/definition.js';
import type { HandlerSet } from '../api/handlers.js';
import type { HandlerSource } from './service.js';
/**
 * Loads the handlers of a server, all of them.
 *
 * @param fail Told why they cannot be loaded, or which are missing.
 * @returns Rejects with what clients are told then.
 */
export declare function loadHandlers(definition: ServerDefinition, handlers: HandlerSource, fail: (error: unknown) => void): Promise<HandlerSet>;
