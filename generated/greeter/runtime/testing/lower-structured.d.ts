import { type JsonObject } from '../protocol/json-object.js';
import { type Revision } from '../protocol/revisions.js';
import type { ComparedTool } from './compared-tool.js';
/**
 * The structured content of a result, and its text, in the words of a revision that is not newer: revisions up to 2025-11-25
 * want an object around what is none, and the first ones have the text only.
 *
 * @param tool What was called, if it was a tool.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content
 */
export declare function lowerStructured(result: JsonObject, from: Revision, to: Revision, tool: ComparedTool | undefined): JsonObject;
