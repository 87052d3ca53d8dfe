import type { ServerDefinition } from '../api/definition.js';
import type { HandlerSet } from '../api/handlers.js';
/**
 * Finds out whether there is a handler for everything that needs one.
 *
 * @returns The handlers.
 * @throws TypeError that names every handler that is missing.
 */
export declare function checkHandlers(definition: ServerDefinition, handlers: HandlerSet): HandlerSet;
