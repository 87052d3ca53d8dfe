import type { AuthSource } from './auth.js';
import type { DelegationSource } from './delegation.js';
import type { DocsPage } from './docs-page.js';
import type { ErrorPort } from './error-port.js';
import type { CacheHints, PromptArguments, ServerCacheHints, ToolHandler } from './handlers.js';
import type { RequestedSchema } from './handler-context.js';
import type { SuppliedArguments, SuppliedTexts } from './supplied-arguments.js';
import type { AroundCall } from './tool-calls.js';
import type { Validator } from './validator.js';

export type { ValidationError, Validator } from './validator.js';

/**
 * Everything that the runtime serves, except the handlers; exported by `generated/definition.ts`. Values known at
 * generation time are JSON text or code.
 */
export interface ServerDefinition {
  /** Format of the generated code. A server of another format does not start: see `generatedFormat`. */
  readonly format: 1;
  readonly server: ServerIdentity;
  readonly capabilities: DeclaredCapabilities;
  /** Cache hints of list results and static reads, since 2026-07-28. Default: `ttlMs` 0, `public`. */
  readonly cache?: ServerCacheHints;
  /**
   * Response to `initialize` with an unknown version. Default: the latest legacy protocol version. `strict`: the latest
   * version that is not newer than the client's; error -32602 if there is no such version.
   */
  readonly negotiation?: 'strict';
  /** Toolsets that can be selected at startup. Absent: all tools are enabled. */
  readonly selection?: ToolSelection;
  readonly tools: ToolTable;
  /** Absent for a server without code mode. */
  readonly code?: ServerCode;
  readonly prompts: readonly PromptDefinition[];
  readonly resources: readonly ResourceDefinition[];
  readonly resourceTemplates: readonly ResourceTemplateDefinition[];
  /** Absent for a server without skills. */
  readonly skills?: ServerSkills;
  /** Loads the code of other parts of the server, by their name in `parts.ts`. */
  readonly parts?: { readonly [part: string]: () => Promise<PartCode> };
  /**
   * Values that calls depend on in addition to their arguments: state that a client carries between two requests belongs
   * to requests with the same values. Absent: none.
   */
  readonly identity?: RequestIdentity;
  /**
   * Set for a server that cannot be used over stdio, where no caller is authenticated.
   *
   * @throws TypeError always.
   */
  readonly noStdio?: () => never;
  /** Whether any tool has durable tasks, which need a store. */
  readonly hasDurableTasks?: true;
  /** Whether handlers list resources in addition to the definition's resources. */
  readonly listsResources?: true;
  /** Loads the declaration of the APIs that are called on behalf of the caller. Absent: none. */
  readonly loadDelegation?: () => Promise<DelegationSource>;
  /**
   * Loads the access control over HTTP. Absent: `authenticate` admits callers; without it, every caller is admitted.
   */
  readonly loadAuth?: () => Promise<AuthSource>;
  /** Loads the docs page, when HTTP starts. Absent: no docs page. */
  readonly loadPage?: () => Promise<DocsPage>;
  /** Loads the server card, when HTTP starts. Absent: no server card. */
  readonly loadCard?: () => Promise<DocsPage>;
  /** Loads the descriptors, when a list is first requested. */
  readonly loadDescriptors: () => Promise<Descriptors>;
}

/** Values of a request that identify its caller, in addition to the principal. */
export interface RequestIdentity {
  /** Paths of claims in `auth.claims`. */
  readonly claims: readonly (readonly string[])[];
  /** Names of HTTP headers. */
  readonly headers: readonly string[];
}

/** Code of an optional part of a server, exported by an entry point of the runtime for generated code. */
export interface PartCode {
  open(server: never): unknown;
  mount?(host: never): unknown;
}

/** The lists of a server. */
export type ListKind = 'tools' | 'prompts' | 'resources' | 'resourceTemplates';

/** The entries of all lists, in the order of the definition; absent for a list without entries. */
export type Descriptors = { readonly [kind in ListKind]?: readonly Descriptor[] };

/** An entry of a list. */
export interface Descriptor {
  readonly fields: DescriptorFields;
  /** Fields that replace the fields of the same name in legacy protocol versions. */
  readonly legacyFields?: DescriptorFields;
}

/**
 * Fields of a descriptor in wire order, each as JSON text. The text is sent unchanged, so numbers keep their spelling
 * and objects their key order.
 */
export type DescriptorFields = { readonly [field: string]: string };

/** The toolsets of a server. */
export interface ToolSelection {
  /** Names of all toolsets. */
  readonly toolsets: readonly string[];
  /** Toolsets that are enabled by default. Default: all. */
  readonly defaults?: readonly string[];
  /** Whether some tools are disabled until they are enabled at run time. */
  readonly hasInactive?: true;
}

/** Name and version of the server. Fields that a protocol version does not have are not sent. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly unknown[];
  readonly instructions?: string;
}

/** The declared capabilities, which always include `tools`. */
export interface DeclaredCapabilities {
  readonly prompts: boolean;
  readonly resources: boolean;
  /** Whether any tool has a view, which hosts can show (extension `io.modelcontextprotocol/ui`, since 2025-06-18). */
  readonly views?: true;
  /** Whether calls of any tool become tasks, since 2026-07-28. */
  readonly tasks?: true;
  /** The server has skills. */
  readonly skills?: true;
  /** Lists that can change at run time. Clients are notified of changes. */
  readonly listChanged?: readonly ChangingList[];
  /** Clients can subscribe to changes of a resource. */
  readonly subscribe?: true;
}

/** A list that can change at run time; `resources` includes the templates. */
export type ChangingList = 'tools' | 'prompts' | 'resources';

/** The names of a server's tools, and a function that loads the tools themselves. */
export interface ToolTable {
  /** In the order of the list. */
  readonly names: readonly string[];
  /** The tools of discover mode: they find, describe or call operations, and have no handler. */
  readonly discovering?: readonly string[];
  /** Loads all tools, in the same order, at the first call of a tool or when tools are selected at startup. */
  readonly load: () => Promise<readonly ToolDefinition[]>;
}

export interface ToolDefinition {
  readonly name: string;
  /** Name of the API that the tool calls. Absent for a tool with a handler. */
  readonly api?: string;
  /** Operation id, if the parts of the tool name do not show it. */
  readonly operationId?: string;
  /**
   * Whether the root of the output schema is not an object: legacy protocol versions get the value as `{result:
   * value}`.
   */
  readonly wrapsLegacyOutput?: true;
  /**
   * Whether a result that does not match the output schema is sent, with a warning, because a third-party API produced
   * it. Default: it is an error.
   */
  readonly allowsInvalidOutput?: true;
  /** Whether unstructured results are sent despite an output schema, because a call can request text or bytes. */
  readonly allowsUnstructured?: true;
  /** The toolsets of the tool. A tool without toolsets is always enabled. */
  readonly toolsets?: readonly string[];
  /** Whether the tool is disabled until it is enabled at run time. */
  readonly isInactive?: true;
  /** Whether the tool changes nothing: its annotations have `readOnlyHint: true`. */
  readonly isReadOnly?: true;
  /** Set for the tools of discover mode, which have no handler. */
  readonly discovery?: ToolDiscovery;
  /** Loads the precompiled validators, at the first call of the tool. */
  readonly validators: () => Promise<ToolValidators>;
  /** Loads the errors that the tool declares, with its validators. Absent: it declares none. */
  readonly errors?: () => Promise<ErrorPort>;
  /** Named outputs, each sent as a `Name: value` line. */
  readonly returns?: readonly string[];
  /** Whether named outputs are sent as text only; the tool then has no output schema. */
  readonly isTextOnly?: true;
  /** Time limit of a call, in milliseconds. */
  readonly timeoutMs?: number;
  /** Whether strings that contain a number, object or array are parsed where the input schema accepts no string. */
  readonly coerce?: boolean;
  /** How calls become tasks. Absent: calls never become tasks. */
  readonly task?: TaskOptions;
  /** Arguments that clients repeat as HTTP headers. */
  readonly headers?: readonly ParameterHeader[];
  readonly elicitations?: Elicitations;
  /** Boolean argument with which a call changes nothing. */
  readonly trialArgument?: string;
  /** Loads the function that runs calls instead of the handler, which it can call. Absent: calls run the handler. */
  readonly around?: () => Promise<AroundCall>;
  /** Argument that replaces the paging arguments. */
  readonly next?: NextArgument;
  /** Arguments that the server adds to those of the caller. Absent: none. */
  readonly supplied?: SuppliedArguments;
}

/** Argument that contains the paging arguments of the next page: `page=2`. */
export interface NextArgument {
  readonly argument: string;
  /** Types of the arguments that it can set, by name. */
  readonly sets: { readonly [name: string]: 'integer' | 'string' };
}

/** Elicitations that a handler can send, by name. */
export type Elicitations = { readonly [name: string]: ElicitationDefinition };

/** Elicitation: a form, or a page to open. */
export interface ElicitationDefinition {
  /** Alternating text and placeholder names, starting with text. */
  readonly message: readonly string[];
  readonly requestedSchema?: RequestedSchema;
  /** Like `message`. The values are percent-encoded. */
  readonly url?: readonly string[];
  /** Result if the client does not support elicitation. Default: `refuse`. */
  readonly unavailable?: 'cancel';
}

/** How calls of a tool become tasks, for clients with the extension `io.modelcontextprotocol/tasks`. */
export interface TaskOptions {
  /**
   * Handling of clients without the extension. `optional`: they get the plain result. `required`: only clients of older
   * protocol versions get the plain result; calls of other clients are refused.
   */
  readonly support: 'optional' | 'required';
  /** A call becomes a task when its handler calls `startTask()`. Default: before its handler is called. */
  readonly begins?: 'handler';
  /** Lifetime of a task, in milliseconds: then it ends and its result is deleted. Default: one hour. */
  readonly ttlMs?: number;
  /** Polling interval of clients, in milliseconds. Default: 1000. */
  readonly pollIntervalMs?: number;
  /** Whether the task is queued, and continues in another process if its own process ends. */
  readonly durable?: true;
  /** Whether a durable call can be repeated: its annotations have `idempotentHint` or `readOnlyHint`. */
  readonly isRepeatable?: true;
}

/**
 * An argument with `x-mcp-header`: over HTTP the header `Mcp-Param-<name>` must repeat its value.
 *
 * @see
 *   https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters
 */
export interface ParameterHeader {
  /** The value of `x-mcp-header`, as written. */
  readonly name: string;
  /** Path of property names from the root of the arguments to the value. */
  readonly path: readonly string[];
  readonly type: 'string' | 'integer' | 'boolean';
}

export interface ToolValidators {
  /** Validates the arguments, and fills in defaults. */
  readonly input: Validator;
  /** Validates the arguments that the server supplies. Set if there are any. */
  readonly supplied?: Validator;
  /** Set if the tool has an output schema, or named outputs (`returns`). */
  readonly output?: Validator;
}

export interface PromptDefinition {
  readonly name: string;
  readonly description?: string;
  /** Arguments that callers send. */
  readonly arguments: readonly PromptArgumentDefinition[];
  /** Arguments that the server adds to those of the caller. Absent: none. */
  readonly supplied?: SuppliedTexts;
  /** Messages of a static prompt, made from the arguments. */
  readonly messages?: () => Promise<(values: PromptArguments) => readonly StaticPromptMessage[]>;
  /** Arguments that can be completed. */
  readonly completions?: Completions;
  readonly elicitations?: Elicitations;
}

/** Suggestions for each argument or variable: a list, or `handler`. */
export type Completions = { readonly [name: string]: readonly string[] | 'handler' };

export interface StaticPromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: { readonly type: string; readonly [field: string]: unknown };
}

export interface PromptArgumentDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
}

export interface ResourceDefinition {
  readonly uri: string;
  readonly mimeType?: string;
  /** Content of a static resource. */
  readonly content?: () => Promise<StaticContent>;
  /**
   * Cache hints of a read. Default: for a static resource, the server's cache hints; otherwise `ttlMs` 0, `private`.
   */
  readonly cache?: CacheHints;
  readonly elicitations?: Elicitations;
}

/** Skills of a server. The `SKILL.md` of each skill is also one of the resources. */
export interface ServerSkills {
  /** URIs of `SKILL.md`, in the order of the list. */
  readonly uris: readonly string[];
  /** Loads the skills, in the same order, and the code that serves them. */
  readonly load: () => Promise<LoadedSkills>;
}

/** Skills, and the code that serves them. */
export interface LoadedSkills {
  readonly skills: readonly SkillDefinition[];
  readonly skillServer: PartCode;
}

/** Folder of instructions for agents. */
export interface SkillDefinition {
  /** URI of its `SKILL.md`. */
  readonly uri: string;
  /** JSON text of the YAML front matter of its `SKILL.md`. */
  readonly frontmatter: string;
  /** All files, `SKILL.md` first. */
  readonly files: readonly SkillFile[];
  /** Loads the contents of the files, by path. */
  readonly load: () => Promise<{ readonly [path: string]: StaticContent }>;
}

/** File of a skill. */
export interface SkillFile {
  /** Path in the folder of the skill. */
  readonly path: string;
  readonly uri: string;
  readonly mimeType: string;
  /** SHA-256 of the content: `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
  /** Bytes of the content. */
  readonly size: number;
}

/** Static content: text, or bytes in Base64, and its `_meta`. */
export type StaticContent = ({ readonly text: string } | { readonly blob: string }) & {
  readonly _meta?: { readonly [key: string]: unknown };
};

export interface ResourceTemplateDefinition {
  readonly uriTemplate: string;
  readonly mimeType?: string;
  readonly matcher: UriMatcher;
  /** Cache hints of a read. Default: `ttlMs` 0, `private`. */
  readonly cache?: CacheHints;
  /** Variables that can be completed. */
  readonly completions?: Completions;
  /** Variables that the server adds to those of the URI. Absent: none. */
  readonly supplied?: SuppliedTexts;
  readonly elicitations?: Elicitations;
}

/** Matches a URI against a template; generated from the template. */
export interface UriMatcher {
  /**
   * Matches the URI up to its query, or the whole URI for a template without a query. Has one
   * group per entry of `path`. Anchored at both ends.
   */
  readonly pattern: RegExp;
  readonly path: readonly UriVariable[];
  /** Query parameters by name, in any order; each is optional. */
  readonly query: readonly UriVariable[];
}

export interface UriVariable {
  readonly name: string;
  /** Separator between the items, if the value is a list. `''`: repeated query parameters. */
  readonly separator?: string;
}

/** Work of a tool of discover mode or code mode. */
export type ToolDiscovery = OperationDiscovery | CodeDiscovery;

/** Work of a tool of discover mode, and its operations. */
export interface OperationDiscovery {
  readonly does: 'search' | 'describe' | 'call';
  /** Name of the API. */
  readonly api?: string;
  /** Loads the operations. Tools with the same operations share the function. */
  readonly load: () => Promise<readonly OperationDefinition[]>;
}

/** Work of a tool of code mode: finding functions, or running code that calls them. */
export interface CodeDiscovery {
  readonly does: 'find' | 'run';
  /** Name of the API. Absent: the tool is for all tools of the server. */
  readonly api?: string;
  /** Loads the operations. Absent: the tool is for all tools of the server. */
  readonly load?: () => Promise<readonly OperationDefinition[]>;
  readonly settings: CodeSettings;
  /** Loads code mode. */
  readonly open: () => Promise<{ readonly codeMode: CodeMode }>;
}

/**
 * Operation of an API that is found, described and called through the three tools of discover mode. An operation has
 * the same checks and results as a tool.
 */
export interface OperationDefinition extends Omit<ToolDefinition, 'discovery'> {
  readonly title?: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Method and path template, such as `GET /books/{isbn}`. */
  readonly request: string;
  /**
   * Words that searches match in addition to its other text, as lists separated by `|`: names of arguments, enumerated
   * values, words of the descriptions of arguments, and members of the result. Absent: none.
   */
  readonly keywords?: string;
  /** Loads the remaining fields of its descriptor: schemas and annotations. */
  readonly details: () => Promise<Descriptor>;
  /** Loads the handler. Absent if the server's handlers include it. */
  readonly handler?: () => Promise<ToolHandler<unknown, unknown>>;
}

/** Rules of code mode. */
export interface CodeSettings {
  /**
   * Filters of the functions that code may call: `all`, `read-only`, `tag:`, `toolset:`, `method:`, `path:`,
   * `operation:`. Default: all tools of the server itself, and `read-only` operations of APIs.
   */
  readonly allow?: readonly string[];
  /** `never`: destructive functions are called without confirmation by the user. Default: `destructive`. */
  readonly confirm?: 'destructive' | 'never';
  /** Settings for the operations of each API, by API name. Default: the server's settings. */
  readonly apis?: { readonly [api: string]: CodeSettings };
}

/** Code mode of a whole server. */
export interface ServerCode extends CodeSettings {
  /** Whether the server starts in code mode. */
  readonly isDefault?: true;
  /** `coerce` of its two tools. */
  readonly coerce?: boolean;
  /** Loads code mode, and the descriptors of the two tools that are listed instead of all others. */
  readonly open: () => Promise<{ readonly codeMode: CodeMode; readonly descriptors: readonly Descriptor[] }>;
}

/** Implementation of code mode, which a server loads at the first call of one of its tools. */
export interface CodeMode {
  /** Returns the signatures of functions that match a query. */
  find(host: CodeHost, input: SearchApiInput): Promise<RunCodeResult>;
  /** Runs code in a sandbox. */
  run(host: CodeHost, input: RunCodeInput): Promise<RunCodeResult>;
  /** The tools of a server's code mode. */
  listTools(code: ServerCode): readonly ToolDefinition[];
}

/** Arguments of the tool that finds functions. */
export interface SearchApiInput {
  readonly query?: string;
  /** Functions to describe in full. */
  readonly names?: readonly string[];
  /** Name of the resource to search or to list. */
  readonly resource?: string;
  /** Maximum number of functions to list by signature. */
  readonly limit?: number;
}

/** Operations of an API on the same things, as its table of contents lists them. */
export interface OperationResource {
  readonly name: string;
  readonly operations: readonly OperationDefinition[];
  /** What the operations are about, such as `labels, comments`; can be empty. */
  readonly about: string;
}

/** An operation that matches a query. */
export interface FoundOperation {
  readonly operation: OperationDefinition;
  /** Relevance relative to the other results. */
  readonly score: number;
  /** Share of the query that the operation covers, from 0 to 1. */
  readonly coverage: number;
  /** What the operation is about: the same for all operations on a resource. */
  readonly subject: string;
  /** Whether the operation's name or title has the verb of the query; `true` for a query without a verb. */
  readonly hasVerb: boolean;
  /** What the operation does to its resource. Absent for a tool that is not an API operation. */
  readonly action?: 'create' | 'read' | 'update' | 'delete' | 'act';
}

/** Arguments of the tool that runs code. */
export interface RunCodeInput {
  readonly code: string;
}

/** Result of a tool of code mode: text. */
export interface RunCodeResult {
  readonly text: string;
  readonly isError?: boolean;
  readonly meta?: { readonly [key: string]: unknown };
}

/** The server as code mode uses it, during one call. */
export interface CodeHost {
  readonly settings: CodeSettings;
  /** Operations of APIs and tools that can be called, in order. */
  readonly operations: readonly OperationDefinition[];
  /** Operations that match a query, best first. */
  readonly search: (query: string) => readonly FoundOperation[];
  /** Aborted when the request was cancelled, or ended by a client request. */
  readonly signal: AbortSignal;
  /** Whether an elicitation is open. */
  readonly isAsking: () => boolean;
  /** Start time of the run, in milliseconds since 1970. It does not change when the request is continued. */
  readonly startedAt: () => Promise<number>;
  /**
   * Calls an operation as a client does. If the request is continued, completed calls are not carried out again.
   *
   * @param json JSON text of the arguments.
   * @param signal Ends the call when its result is no longer needed.
   * @param isReadOnly Whether a long result is not stored, but read again when the request is continued.
   * @returns JSON text of the result's members; rejects with the error for the script.
   */
  readonly call: (
    operation: OperationDefinition,
    json: string,
    signal: AbortSignal,
    isReadOnly: boolean,
  ) => Promise<string>;
  /**
   * Calls an operation whose arguments say that it must change nothing, again each time the request is continued.
   *
   * Absent if the client does not support elicitation.
   *
   * @returns JSON text of the result's members; rejects if the call fails.
   */
  readonly tryOut?: (operation: OperationDefinition, json: string, signal: AbortSignal) => Promise<string>;
  /** Whether the caller has the scopes that an operation needs. */
  readonly mayCall: (operation: OperationDefinition) => boolean;
  /**
   * Asks the user to confirm calls. Rejects if the client does not support elicitation.
   *
   * @param functions Names of the functions that are called.
   * @returns `call`: the user agrees to the calls in the message; `run`: the user agrees to all calls of these
   *   functions in this run.
   */
  readonly confirm: (message: string, functions: readonly string[]) => Promise<'call' | 'run' | undefined>;
  /**
   * Reserves one of the server's concurrent runs and returns a function that releases it; `undefined` if all are in
   * use.
   */
  readonly enter: () => (() => void) | undefined;
}
