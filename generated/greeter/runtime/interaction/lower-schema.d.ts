import type { RequestedSchema } from '../api/handler-context.js';
import type { JsonObject } from '../protocol/json-object.js';
import { type Revision } from '../protocol/revisions.js';
/**
 * The schema of a form in the words of a revision. The first one with forms knows titles of choices under another name,
 * defaults of booleans only, and no patterns.
 *
 * @see https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation#requested-schema
 */
export declare function lowerSchema(schema: RequestedSchema, revision: Revision): JsonObject;
