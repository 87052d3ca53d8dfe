import { encodeBase64 } from '../../wire/base64.js';

/** Hints for the client about a block of content. */
export interface Annotations {
  readonly audience?: readonly ('user' | 'assistant')[];
  /** From 0 (optional) to 1 (required). */
  readonly priority?: number;
  /** ISO 8601; not sent to protocol versions before 2025-06-18. */
  readonly lastModified?: string;
}

/** Options of every block of content. */
export interface BlockOptions {
  readonly annotations?: Annotations;
  /** Not sent to protocol versions before 2025-06-18. */
  readonly _meta?: { readonly [key: string]: unknown };
}

/** Details of the target of a resource link. */
export interface ResourceLinkDetails extends BlockOptions {
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** In bytes. */
  readonly size?: number;
  readonly icons?: readonly unknown[];
}

/** Contents of a resource that is embedded in a result. */
export type EmbeddedContents = {
  readonly uri: string;
  readonly mimeType?: string;
} & ({ readonly text: string } | { readonly blob: string | Uint8Array });

/** Item of {@link results}; a string is text. */
export type ResultItem = string | ToolResult;

/**
 * Text content.  @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#text-content
 */
export function text(value: string, options?: BlockOptions): ToolResult {
  return oneBlock({ type: 'text', text: value }, options);
}

/**
 * A failure, with a message that helps the model recover. Inside {@link results} it is plain text.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#error-handling
 */
export function error(message: string): ToolResult {
  return new ToolResult({ content: [{ type: 'text', text: message }], isError: true });
}

/**
 * An image, as bytes or as their Base64 encoding.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#image-content
 */
export function image(data: string | Uint8Array, mimeType: string, options?: BlockOptions): ToolResult {
  return oneBlock({ type: 'image', data: toBase64(data), mimeType }, options);
}

/**
 * A sound, as bytes or as their Base64 encoding. Protocol version 2024-11-05 gets text instead.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#audio-content
 */
export function audio(data: string | Uint8Array, mimeType: string, options?: BlockOptions): ToolResult {
  return oneBlock({ type: 'audio', data: toBase64(data), mimeType }, options);
}

/**
 * A link to a resource that the client can read. Protocol versions before 2025-06-18 get its name and URI as text.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#resource-links
 */
export function resourceLink(uri: string, name: string, details?: ResourceLinkDetails): ToolResult {
  return oneBlock({ type: 'resource_link', uri, name }, details);
}

/**
 * A resource with its contents.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#embedded-resources
 */
export function embeddedResource(contents: EmbeddedContents, options?: BlockOptions): ToolResult {
  const resource = 'blob' in contents ? { ...contents, blob: toBase64(contents.blob) } : contents;
  return oneBlock({ type: 'resource', resource }, options);
}

/**
 * A structured value, which is validated if the tool has an output schema.
 *
 * @param items Content to show instead of the value's JSON text.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#structured-content
 */
export function structured(value: unknown, items?: readonly ResultItem[]): ToolResult {
  if (items === undefined) return new ToolResult({ content: [], structured: { value }, isMirrored: true });
  return new ToolResult({ content: items.flatMap(blocksOf), structured: { value } });
}

/** Several blocks of content, in order. The list may be empty. */
export function results(items: readonly ResultItem[]): ToolResult {
  return new ToolResult({ content: items.flatMap(blocksOf) });
}

/**
 * A result with `_meta`. Keys that start with `io.modelcontextprotocol/` belong to the protocol.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export function withMeta(result: ToolResult, meta: { readonly [key: string]: unknown }): ToolResult {
  const parts = ToolResult.partsOf(result);
  if (parts === undefined) throw new TypeError('withMeta() needs a result made with a builder');
  return new ToolResult({ ...parts, meta: { ...parts.meta, ...meta } });
}

function oneBlock(block: ContentBlock, options?: BlockOptions): ToolResult {
  if (options === undefined) return new ToolResult({ content: [block] });
  const present = Object.entries(options).filter(([, value]) => value !== undefined && value !== null);
  return new ToolResult({ content: [{ ...block, ...Object.fromEntries(present) }] });
}

function blocksOf(item: ResultItem): readonly ContentBlock[] {
  if (typeof item === 'string') return [{ type: 'text', text: item }];
  const parts = ToolResult.partsOf(item);
  if (parts === undefined) throw new TypeError('A result item must be a string or be created with a builder');
  if (parts.structured !== undefined) throw new TypeError('A structured result cannot be part of another result');
  return parts.content;
}

function toBase64(data: string | Uint8Array): string {
  return typeof data === 'string' ? data : encodeBase64(data);
}

/**
 * One block of content in wire form. Fields that the client's protocol version does not have are dropped before
 * sending.
 */
export interface ContentBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Notes about a structured value. */
export interface ValueNotes {
  readonly texts: readonly string[];
  /** Whether the value is incomplete: items were omitted, or there are more pages. */
  readonly isPart: boolean;
}

/** The contents of a {@link ToolResult}. */
export interface ToolResultParts {
  readonly content: readonly ContentBlock[];
  /** The tool failed. */
  readonly isError?: true;
  /**
   * Structured content, wrapped because it can be `undefined` or `null`. `value` is validated if it exists; `sent`, if
   * it exists, is sent instead of `value`.
   */
  readonly structured?: { readonly value?: unknown; readonly sent?: unknown };
  /**
   * The content mirrors the structured value. Explicit content is sent only to protocol versions
   * with structured content.
   */
  readonly isMirrored?: true;
  /** Notes about a structured value that is not an object, sent next to it: `{ result, _notes }`. */
  readonly notes?: ValueNotes;
  /** Structured content of a tool with an output schema whose handler returns content only. Default: the first text. */
  readonly mirror?: unknown;
  readonly meta?: { readonly [key: string]: unknown };
}

/** Tool result made with a builder. A plain object of the same shape is data. */
export class ToolResult {
  readonly #parts: ToolResultParts;

  /** @internal */
  constructor(parts: ToolResultParts) {
    this.#parts = parts;
  }

  /**
   * Returns the contents of a tool result; `undefined` for any other value.
   *
   * @internal
   */
  static partsOf(value: unknown): ToolResultParts | undefined {
    return typeof value === 'object' && value !== null && #parts in value ? value.#parts : undefined;
  }
}
