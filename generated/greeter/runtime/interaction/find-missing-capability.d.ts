import type { Caller } from '../features/call-context.js';
import { type JsonObject } from '../protocol/json-object.js';
import type { Question } from './dialog.js';
/**
 * What a client would have to declare to be asked a question; `undefined` when it can be asked.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#capabilities
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#capabilities
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/roots#capabilities
 */
export declare function findMissingCapability({ method, params }: Question, { revision, clientCapabilities }: Caller): JsonObject | undefined;
