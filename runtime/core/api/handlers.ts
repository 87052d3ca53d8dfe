import type { RequestContext } from './request-context.js';
import type { HandlerContext, NoElicitations } from './handler-context.js';
import type { BlockOptions, ResourceLinkDetails, ToolResult } from './builders.js';

/**
 * Handler of a tool. A returned value is data: encoded by its type, validated against the output schema if there is
 * one. Builders (`text`, `error`, `image`, `results`, …) make other results. Thrown errors become tool errors with the
 * message, without the stack.
 */
export type ToolHandler<Input, Output, Elicitations extends object = NoElicitations, App = unknown> = (
  input: Input,
  context: HandlerContext<Elicitations, App>,
) =>
  | ToolHandlerResult<Output>
  | Promise<ToolHandlerResult<Output>>
  | Generator<ToolHandlerResult<Output>>
  | AsyncGenerator<ToolHandlerResult<Output>>;

/** Return value of a tool handler: a value of the output type, or a result made with a builder. */
export type ToolHandlerResult<Output> = Output | ToolResult;

/** An output whose numbers may be `bigint`s, which are sent with all their digits. Constants stay numbers. */
export type WithBigints<Value> = number extends Value
  ? Value | bigint
  : Value extends object
    ? { [Key in keyof Value]: WithBigints<Value[Key]> }
    : Value;

/**
 * The output type of a tool that declares none: any JSON value as text, `undefined` for a plain success. A `bigint` is printed with
 * all its digits.
 */
export type AnyOutput = string | number | bigint | boolean | object | null | undefined | void;

/** Handler of `prompts/get`. */
export type PromptHandler<Arguments, Elicitations extends object = NoElicitations, App = unknown> = (
  values: Arguments,
  context: HandlerContext<Elicitations, App>,
) => PromptResult | Promise<PromptResult>;

/** A string is one user message. */
export type PromptResult = string | readonly PromptMessage[] | PromptMessages;

export interface PromptMessages {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
  /** `_meta` of the result; not sent to protocol versions before 2025-06-18. */
  readonly _meta?: { readonly [key: string]: unknown };
}

/** `content` may be a string, which is text. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | PromptContent;
}

/**
 * A block of content as it is sent.
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
  /** `blob` is Base64. Without `mimeType` it is sent as `text/plain` or `application/octet-stream`. */
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
 * A string is text, bytes are a blob; `uri` and `mimeType` of an item default to the request's and the descriptor's.
 * `undefined`: there is no such resource.
 */
export type ResourceResult =
  string | Uint8Array | ResourceItem | readonly ResourceItem[] | ResourceContents | undefined;

/** Contents with cache hints and `_meta`. */
export interface ResourceContents {
  readonly contents: readonly ResourceItem[];
  /** Freshness hints, instead of those of the definition. */
  readonly cache?: CacheHints;
  readonly _meta?: { readonly [key: string]: unknown };
}

export type ResourceItem = {
  readonly uri?: string;
  readonly mimeType?: string;
  readonly _meta?: { readonly [key: string]: unknown };
} & ({ readonly text: string } | { readonly blob: string | Uint8Array });

/** Lists the resources of a template: `resources/list` returns them after those of the definition. */
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
 * @param value Text typed so far.
 * @returns Suggestions, best first; at most 100 are sent.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
 */
export type CompletionHandler<App = unknown> = (
  value: string,
  context: CompletionContext<App>,
) => CompletionResult | Promise<CompletionResult>;

/** `arguments`: the values of other arguments or variables that are already settled. */
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

/** All handlers of a server, by tool name, prompt name, resource URI and URI template. Static ones have none. */
export interface HandlerSet {
  readonly tools: { readonly [name: string]: ToolHandler<never, unknown, never, never> };
  readonly prompts: { readonly [name: string]: PromptHandler<never, never, never> };
  readonly resources: { readonly [uri: string]: ResourceHandler<never, never> };
  readonly resourceTemplates: { readonly [uriTemplate: string]: ResourceTemplateHandler<never, never, never> };
  /** Lists of the resources of a template, by URI template. */
  readonly lists?: { readonly [uriTemplate: string]: ResourceListHandler<never> };
  /** By prompt and argument, by URI template and variable. */
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
  /** Hints of `server/discover` and of each list, where they differ. */
  readonly kinds?: {
    readonly [kind in 'discover' | 'tools' | 'prompts' | 'resources' | 'resourceTemplates']?: CacheHints;
  };
}

/** Arguments of a prompt as the client sent them. */
export type PromptArguments = { readonly [name: string]: string };
