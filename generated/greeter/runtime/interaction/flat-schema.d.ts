import type { RequestedSchema } from '../api/handler-context.js';
/**
 * Makes sure that a schema is one that clients can make a form of.
 *
 * @throws TypeError that names the property.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export declare function assertFlatSchema(schema: unknown): asserts schema is RequestedSchema;
/** Whether a form offers several choices at once, which revisions before 2025-11-25 do not know. */
export declare function hasChoices(schema: unknown): boolean;
