import type { ServerDefinition, ServerIdentity } from '../api/definition.js';
import type { JsonObject } from '../protocol/json-object.js';
import { type Revision } from '../protocol/revisions.js';
/**
 * The server as it introduces itself (`serverInfo`), without fields that the revision does not know or that are empty.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#implementation
 */
export declare function describeServer(identity: ServerIdentity, revision: Revision): JsonObject;
/**
 * What the server can do. Log messages are always there for handlers, so `logging` is declared always.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities
 */
export declare function describeCapabilities(definition: ServerDefinition, revision: Revision): JsonObject;
/** Whether there is anything to suggest values for. */
export declare function canComplete({ prompts, resourceTemplates }: ServerDefinition): boolean;
