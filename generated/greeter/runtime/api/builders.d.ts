import { ToolResult } from './tool-result.js';
export { ToolResult };
/** Hints about who a piece of content is for. */
export interface Annotations {
    readonly audience?: readonly ('user' | 'assistant')[];
    /** From 0 (optional) to 1 (required). */
    readonly priority?: number;
    /** ISO 8601; not sent to revisions before 2025-06-18. */
    readonly lastModified?: string;
}
/** What every block of content may carry. */
export interface BlockOptions {
    readonly annotations?: Annotations;
    /** Not sent to revisions before 2025-06-18. */
    readonly _meta?: {
        readonly [key: string]: unknown;
    };
}
/** More about the target of a resource link. */
export interface ResourceLinkDetails extends BlockOptions {
    readonly title?: string;
    readonly description?: string;
    readonly mimeType?: string;
    /** In bytes. */
    readonly size?: number;
    readonly icons?: readonly unknown[];
}
/** The contents of a resource that travels inside a result. */
export type EmbeddedContents = {
    readonly uri: string;
    readonly mimeType?: string;
} & ({
    readonly text: string;
} | {
    readonly blob: string | Uint8Array;
});
/** A part of {@link results}: a string is text. */
export type ResultItem = string | ToolResult;
/**
 * A text.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#text-content
 */
export declare function text(value: string, options?: BlockOptions): ToolResult;
/**
 * A failure, with a message that helps the model to do better. Inside {@link results} it is a text like any other.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#error-handling
 */
export declare function error(message: string): ToolResult;
/**
 * An image: bytes, or Base64 of them.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#image-content
 */
export declare function image(data: string | Uint8Array, mimeType: string, options?: BlockOptions): ToolResult;
/**
 * A sound: bytes, or Base64 of them. Revision 2024-11-05 gets a text that says so instead.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#audio-content
 */
export declare function audio(data: string | Uint8Array, mimeType: string, options?: BlockOptions): ToolResult;
/**
 * A link to a resource that the client may read. Revisions before 2025-06-18 get its name and URI as a text.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#resource-links
 */
export declare function resourceLink(uri: string, name: string, details?: ResourceLinkDetails): ToolResult;
/**
 * A resource with its contents.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#embedded-resources
 */
export declare function embeddedResource(contents: EmbeddedContents, options?: BlockOptions): ToolResult;
/**
 * A structured value, checked against the output schema where there is one.
 *
 * @param items Content to show instead of the value's JSON text.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#structured-content
 */
export declare function structured(value: unknown, items?: readonly ResultItem[]): ToolResult;
/** Several pieces of content, in order; none is fine, too. */
export declare function results(items: readonly ResultItem[]): ToolResult;
/**
 * A result with `_meta`. Keys that start with `io.modelcontextprotocol/` belong to the protocol.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export declare function withMeta(result: ToolResult, meta: {
    readonly [key: string]: unknown;
}): ToolResult;
