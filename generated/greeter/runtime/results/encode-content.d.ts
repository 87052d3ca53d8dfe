import { type JsonObject } from '../protocol/json-object.js';
import { type Revision } from '../protocol/revisions.js';
import type { ContentBlock } from '../api/tool-result.js';
/**
 * JSON text of a block of content in the words of a revision: a type that it does not know becomes a text, fields that
 * it does not know are left out.
 *
 * @param path Where the block stands, for messages.
 * @throws AnswerFault for what is not as its type wants it; what JSON.stringify throws when a field is not JSON.
 */
export declare function encodeBlock(block: ContentBlock, path: string, revision: Revision): string;
/** The `content` member of a result that is nothing but a text. */
export declare function encodeTextContent(text: string): string;
/**
 * JSON text of the contents of a resource in the words of a revision.
 *
 * @param path Where they stand, for messages.
 * @throws AnswerFault for what is not as it has to be.
 */
export declare function encodeContents(contents: JsonObject, path: string, revision: Revision): string;
/** A block of content in the words of a revision. */
export declare function lowerBlock(block: ContentBlock, revision: Revision): JsonObject;
/** Contents of a resource in the words of a revision. */
export declare function lowerContents(contents: JsonObject, revision: Revision): JsonObject;
