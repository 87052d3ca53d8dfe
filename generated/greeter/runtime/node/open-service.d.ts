import type { ServerDefinition } from '../api/definition.js';
import { type HandlerSource, type Service } from '../service/service.js';
import { type StartOptions } from './start-options.js';
/**
 * Joins a definition with its handlers, as the options say. Keys for the state of requests come from the options, else
 * from the environment: `MCP_STATE_KEYS`, separated by commas.
 *
 * @throws TypeError for options that are wrong and for handlers that are there and not complete, before anything is read or
 *   written.
 */
export declare function openService(definition: ServerDefinition, handlers: HandlerSource, options: StartOptions): Service;
