import type { RequestContext } from './request-context.js';
import type { FailingContext, HandlerContext, NoElicitations } from './handler-context.js';
import type { BlockOptions, ResourceLinkDetails, ToolResult } from './builders.js';

/**
 * Tool handler. A returned value is data: it is encoded according to its type, and validated against the output schema, if any.
 * Builders (`text`, `error`, `image`, `results`, …) create other results. A thrown error becomes a tool error with its
 * message, without its stack.
 *
 * @typeParam Added Members that the definition adds to the context, such as `fail`.
 */
export type ToolHandler<Input, Output, Elicitations extends object = NoElicitations, App = unknown, Added = unknown> = (
  input: Input,
  context: HandlerContext<Elicitations, App> & Added,
) =>
  | ToolHandlerResult<Output>
  | Promise<ToolHandlerResult<Output>>
  | Generator<ToolHandlerResult<Output>>
  | AsyncGenerator<ToolHandlerResult<Output>>;

/** Return value of a tool handler: a value of the output type, or a result made with a builder. */
export type ToolHandlerResult<Output> = Output | ToolResult;

/** Output type whose numbers can also be `bigint`s, which are sent with all their digits. Constants stay numbers. */
export type WithBigints<Value> = number extends Value
  ? Value | bigint
  : Value extends object
    ? { [Key in keyof Value]: WithBigints<Value[Key]> }
    : Value;

/**
 * Output type of a tool without a declared output: any JSON value, which is sent as text, or `undefined` for success
 * without a value. A `bigint` is printed with all its digits.
 */
export type AnyOutput = string | number | bigint | boolean | object | null | undefined | void;

/** Handler of `prompts/get`. */
export type PromptHandler<Arguments, Elicitations extends object = NoElicitations, App = unknown> = (
  values: Arguments,
  context: HandlerContext<Elicitations, App>,
) => PromptResult | Promise<PromptResult>;

/** Return value of a prompt handler. A string is one user message. */
export type PromptResult = string | readonly PromptMessage[] | PromptMessages;

export interface PromptMessages {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
  /** `_meta` of the result; not sent to protocol versions before 2025-06-18. */
  readonly _meta?: { readonly [key: string]: unknown };
}

/** Message of a prompt. A string as `content` is text. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | PromptContent;
}

/**
 * Content block, as sent.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts#promptmessage
 */
export type PromptContent = TextContent | MediaContent | ResourceLinkContent | EmbeddedResourceContent;

export interface TextContent extends BlockOptions {
  readonly type: 'text';
  readonly text: string;
}

export interface MediaContent extends BlockOptions {
  readonly type: 'image' | 'audio';
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

export interface ResourceLinkContent extends ResourceLinkDetails {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
}

export interface EmbeddedResourceContent extends BlockOptions {
  readonly type: 'resource';
  /** The embedded resource. `blob` is Base64. Default `mimeType`: `text/plain` or `application/octet-stream`. */
  readonly resource: {
    readonly uri: string;
    readonly mimeType?: string;
    readonly _meta?: { readonly [key: string]: unknown };
  } & ({ readonly text: string } | { readonly blob: string });
}

/** Handler of `resources/read` for one URI. */
export type ResourceHandler<Elicitations extends object = NoElicitations, App = unknown> = (
  uri: string,
  context: HandlerContext<Elicitations, App>,
) => ResourceResult | Promise<ResourceResult>;

/** Handler of `resources/read` for the URIs of a template; `variables` are the parts of the URI, percent-decoded. */
export type ResourceTemplateHandler<Variables, Elicitations extends object = NoElicitations, App = unknown> = (
  variables: Variables,
  context: HandlerContext<Elicitations, App> & { readonly uri: string },
) => ResourceResult | Promise<ResourceResult>;

/**
 * Return value of a resource handler. A string is text, bytes are a blob. By default, items have the `uri` of the
 * request and the `mimeType` of the descriptor. `undefined`: the resource does not exist.
 */
export type ResourceResult =
  string | Uint8Array | ResourceItem | readonly ResourceItem[] | ResourceContents | undefined;

/** Contents with cache hints and `_meta`. */
export interface ResourceContents {
  readonly contents: readonly ResourceItem[];
  /** Cache hints that replace the definition's. */
  readonly cache?: CacheHints;
  readonly _meta?: { readonly [key: string]: unknown };
}

export type ResourceItem = {
  readonly uri?: string;
  readonly mimeType?: string;
  readonly _meta?: { readonly [key: string]: unknown };
} & ({ readonly text: string } | { readonly blob: string | Uint8Array });

/** Lists the resources of a template: `resources/list` returns them after the definition's resources. */
export type ResourceListHandler<App = unknown> = (
  context: RequestContext<App>,
) => ResourceListResult | Promise<ResourceListResult>;

export type ResourceListResult = readonly ListedResource[];

/**
 * A resource in `resources/list`. Its URI must match a template.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#resource
 */
export interface ListedResource extends ResourceLinkDetails {
  readonly uri: string;
  readonly name: string;
}

/**
 * Suggests values for an argument of a prompt or a variable of a resource template.
 *
 * @param value Text that the user has typed.
 * @returns Suggestions, best first; at most 100 are sent.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
 */
export type CompletionHandler<App = unknown> = (
  value: string,
  context: CompletionContext<App>,
) => CompletionResult | Promise<CompletionResult>;

/** Context of a completion. `arguments` contains the values of other arguments or variables that are already known. */
export interface CompletionContext<App = unknown> extends RequestContext<App> {
  readonly arguments: { readonly [name: string]: string };
}

export type CompletionResult = readonly string[] | CompletionPage;

/** Suggestions with their total number. */
export interface CompletionPage {
  readonly values: readonly string[];
  /** Total number of suggestions. */
  readonly total?: number;
  readonly hasMore?: boolean;
}

/**
 * All handlers of a server, by tool name, prompt name, resource URI and URI template. Static entries have no handler.
 */
export interface HandlerSet {
  readonly tools: { readonly [name: string]: ToolHandler<never, unknown, never, never, FailingContext<never>> };
  readonly prompts: { readonly [name: string]: PromptHandler<never, never, never> };
  readonly resources: { readonly [uri: string]: ResourceHandler<never, never> };
  readonly resourceTemplates: { readonly [uriTemplate: string]: ResourceTemplateHandler<never, never, never> };
  /** Handlers that list the resources of a template, by URI template. */
  readonly lists?: { readonly [uriTemplate: string]: ResourceListHandler<never> };
  /** Completion handlers: by prompt and argument, or by URI template and variable. */
  readonly completions?: {
    readonly prompts: { readonly [name: string]: { readonly [argument: string]: CompletionHandler<never> } };
    readonly resourceTemplates: {
      readonly [uriTemplate: string]: { readonly [variable: string]: CompletionHandler<never> };
    };
  };
}

/** Lifetime and scope of a cached result; sent to modern protocol versions only. */
export interface CacheHints {
  /** Milliseconds. */
  readonly ttlMs: number;
  readonly scope: 'public' | 'private';
}

/** Cache hints of results that are the same for all callers. */
export interface ServerCacheHints extends CacheHints {
  /** Different hints for `server/discover` and for single lists. */
  readonly kinds?: {
    readonly [kind in 'discover' | 'tools' | 'prompts' | 'resources' | 'resourceTemplates']?: CacheHints;
  };
}

/** Arguments of a prompt as the client sent them. */
export type PromptArguments = { readonly [name: string]: string };
