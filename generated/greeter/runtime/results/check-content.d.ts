import { type JsonObject } from '../protocol/json-object.js';
import type { ContentBlock } from '../api/tool-result.js';
/**
 * Checks what a block of content holds besides text.
 *
 * @param path Where the block stands, for the message.
 * @throws AnswerFault for bytes that are no Base64, a media type or a URI that is none.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#image-content
 */
export declare function checkBlock(block: ContentBlock, path: string): void;
/**
 * Checks the contents of a resource.
 *
 * @throws AnswerFault as {@link checkBlock} does.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources#resource-contents
 */
export declare function checkContents({ uri, mimeType, blob }: JsonObject, path: string): void;
