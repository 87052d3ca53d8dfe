/** One block of content in wire form; fields that a revision does not know are dropped when it is sent. */
export interface ContentBlock {
    readonly type: string;
    readonly [field: string]: unknown;
}
/** What a {@link ToolResult} holds. */
export interface ToolResultParts {
    readonly content: readonly ContentBlock[];
    /** The tool failed. */
    readonly isError?: true;
    /** Structured content, wrapped because it may be `undefined` or `null`. */
    readonly structured?: {
        readonly value: unknown;
    };
    /** The content mirrors the structured value and is made from it. */
    readonly isMirrored?: true;
    readonly meta?: {
        readonly [key: string]: unknown;
    };
}
/**
 * A tool result made with a builder. Only the builders make one: an object of the user's that happens to look like a
 * result is data.
 */
export declare class ToolResult {
    #private;
}
