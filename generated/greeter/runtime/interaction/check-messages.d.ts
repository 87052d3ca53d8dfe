import type { SamplingMessage } from '../api/handler-context.js';
/**
 * Makes sure that every use of a tool is followed by its result, in a message with nothing but results.
 *
 * @throws TypeError that names the message.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#message-content-constraints
 */
export declare function checkMessages(messages: readonly SamplingMessage[]): void;
