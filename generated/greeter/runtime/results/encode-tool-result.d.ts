import type { ToolDefinition, ToolValidators } from '../api/definition.js';
import { type Revision } from '../protocol/revisions.js';
import type { ResultBody } from './result-body.js';
/** A tool's answer cannot be sent; the message is for the client. */
export declare class UnusableAnswer extends Error {
}
/**
 * Turns what a tool handler returned into a result.
 *
 * @param warn Told about a misfit, which is sent nevertheless; absent where none is.
 * @throws UnusableAnswer when it does not fit the output schema or is not JSON.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result
 */
export declare function encodeToolAnswer(tool: ToolDefinition, validators: ToolValidators, answer: unknown, revision: Revision, warn: ((message: string) => void) | undefined): ResultBody;
/** The result of a tool that failed. */
export declare function encodeToolError(message: string): ResultBody;
