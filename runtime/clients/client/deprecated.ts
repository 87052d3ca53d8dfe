/** Old names of public types. */
import type { CompleteResult, GetPromptResult, ReadResourceResult, ToolCallResult } from './results.js';

/** @deprecated Use {@link ToolCallResult}. Removed in 0.5. */
export type ToolReply<Output> = ToolCallResult<Output>;

/** @deprecated Use {@link GetPromptResult}. Removed in 0.5. */
export type PromptReply = GetPromptResult;

/** @deprecated Use {@link ReadResourceResult}. Removed in 0.5. */
export type ResourceReply = ReadResourceResult;

/** @deprecated Use {@link CompleteResult}. Removed in 0.5. */
export type CompletionReply = CompleteResult;
