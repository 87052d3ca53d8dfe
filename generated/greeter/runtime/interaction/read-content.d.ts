import type { RequestedSchema } from '../api/handler-context.js';
import type { JsonObject } from '../protocol/json-object.js';
/**
 * Reads what a user filled in: the properties that the schema has, and nothing else.
 *
 * @returns The values, or what does not fit.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-security
 */
export declare function readContent(content: JsonObject, { properties, required }: RequestedSchema): {
    readonly content: JsonObject;
} | {
    readonly misfit: string;
};
