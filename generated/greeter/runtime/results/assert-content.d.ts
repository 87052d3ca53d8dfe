import { type JsonObject } from '../json-object.js';
import type { ContentBlock } from './tool-result.js';
/**
 * Asserts that a value is a block of content with all that its type needs; other fields are not looked at.
 *
 * @param path Where the value stands in the answer, for the message.
 * @throws AnswerFault that names the first field that is wrong.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#promptmessage
 */
export declare function assertContent(value: unknown, path: string): asserts value is ContentBlock;
/**
 * Asserts that fields of an object are strings.
 *
 * @param path Where the object stands in the answer, for the message.
 * @throws AnswerFault that names the first field that is none.
 */
export declare function assertStrings(object: JsonObject, fields: readonly string[], path: string): void;
