import type { CacheHints, PromptArguments, ToolHandler } from './handlers.js';
import type { RequestedSchema } from './handler-context.js';
import type { ValidationError, Validator } from './validation.js';

/**
 * Everything that the runtime serves, apart from the handlers: `generated/definition.ts` is one such value. What can be
 * worked out before run time is in it as JSON text or as code.
 */
export interface ServerDefinition {
  /** Format of the generated code. A server of another format does not start: see `generatedFormat`. */
  readonly format: 1;
  readonly server: ServerIdentity;
  readonly capabilities: DeclaredCapabilities;
  /** Freshness hints of list results and static reads, 2026-07-28 on. Default: `ttlMs` 0, `public`. */
  readonly cache?: CacheHints;
  /**
   * What becomes of an `initialize` for a version that the server does not know. Default: it is answered with the
   * latest legacy revision. `strict`: with the highest one that is not newer than the client's, else -32602.
   */
  readonly negotiation?: 'strict';
  /** What there is to choose of the tools at the start. Absent: all are served. */
  readonly selection?: ToolSelection;
  readonly tools: ToolTable;
  readonly prompts: readonly PromptDefinition[];
  readonly resources: readonly ResourceDefinition[];
  readonly resourceTemplates: readonly ResourceTemplateDefinition[];
  /** Loads the descriptors; called when a list is first asked for. */
  readonly loadDescriptors: () => Promise<Descriptors>;
}

/** The lists of a server. */
export type ListKind = 'tools' | 'prompts' | 'resources' | 'resourceTemplates';

/** The entries of all lists, in the order of the definition; absent for a list without entries. */
export type Descriptors = { readonly [kind in ListKind]?: readonly Descriptor[] };

/** An entry of a list. */
export interface Descriptor {
  readonly fields: DescriptorFields;
  /** Fields that legacy revisions get instead of those of the same name. */
  readonly legacyFields?: DescriptorFields;
}

/**
 * Fields of a descriptor in wire order, each as JSON text: text is sent as it is, so that numbers keep their spelling and
 * objects the order of their keys.
 */
export type DescriptorFields = { readonly [field: string]: string };

/** The toolsets of a server. */
export interface ToolSelection {
  /** Names of all of them. */
  readonly toolsets: readonly string[];
  /** Those that are served when nobody chooses. Default: all. */
  readonly defaults?: readonly string[];
  /** There are tools that are not served until they are enabled at run time. */
  readonly hasInactive?: true;
}

/** Who the server is. Fields that a revision does not know are not sent to it. */
export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly unknown[];
  readonly instructions?: string;
}

/** What the definition declares beyond what it implies. `tools` is always a capability. */
export interface DeclaredCapabilities {
  readonly prompts: boolean;
  readonly resources: boolean;
  /** Calls of some tool become tasks, 2026-07-28 on. */
  readonly tasks?: true;
  /** Lists that can change at run time; clients are told when they do. */
  readonly listChanged?: readonly ChangingList[];
  /** Clients can ask to be told when a resource changes. */
  readonly subscribe?: true;
}

/** A list that can change at run time; `resources` stands for the templates as well. */
export type ChangingList = 'tools' | 'prompts' | 'resources';

/** The tools of a server: what its start needs, and the way to the rest. */
export interface ToolTable {
  /** In the order of the list. */
  readonly names: readonly string[];
  /** Those that find, describe or call operations, and have no handler. */
  readonly discovering?: readonly string[];
  /** Loads all tools, in the same order; called when one of them is first called, or when it is chosen which are served. */
  readonly load: () => Promise<readonly ToolDefinition[]>;
}

export interface ToolDefinition {
  readonly name: string;
  /** The output schema is no object at its root: legacy revisions get the value as `{result: value}`. */
  readonly wrapsLegacyOutput?: true;
  /**
   * An answer that does not fit the output schema is sent nevertheless, with a warning in the log: it comes from an API that
   * is not ours to mend. Default: it is an error.
   */
  readonly passesMisfits?: true;
  /** The toolsets that it belongs to. A tool without one is served whatever toolsets are chosen. */
  readonly toolsets?: readonly string[];
  /** Not served until it is enabled at run time. */
  readonly isInactive?: true;
  /** It finds, describes or calls operations, and has no handler. */
  readonly discovery?: ToolDiscovery;
  /** Loads the precompiled validators; called by the first call of the tool and then never again. */
  readonly validators: () => Promise<ToolValidators>;
  /** Named outputs, each answered as a `Name: value` line. */
  readonly returns?: readonly string[];
  /** Milliseconds that a call may take. */
  readonly timeoutMs?: number;
  /** How calls become tasks. Absent where they do not. */
  readonly task?: TaskOptions;
  /** Arguments that clients repeat as HTTP headers. */
  readonly headers?: readonly ParameterHeader[];
  readonly elicitations?: Elicitations;
}

/** Questions that a handler can ask, by name. */
export type Elicitations = { readonly [name: string]: ElicitationDefinition };

/** A question to the user: a form, or a page to open. */
export interface ElicitationDefinition {
  /** Text and names of placeholders in turns, beginning with text. */
  readonly message: readonly string[];
  readonly requestedSchema?: RequestedSchema;
  /** Like `message`; the values are encoded as parts of a URL. */
  readonly url?: readonly string[];
  /** What becomes of it when the client cannot be asked. Default: `refuse`. */
  readonly unavailable?: 'cancel';
}

/** How calls of a tool become tasks, for clients that have the extension `io.modelcontextprotocol/tasks`. */
export interface TaskOptions {
  /** What becomes of a call of any other client: the plain answer, or a refusal. */
  readonly support: 'optional' | 'required';
  /** A call becomes a task when its handler says so. Default: before its handler is called. */
  readonly begins?: 'handler';
  /** Milliseconds from its beginning after which a task is over, and its result is forgotten. Default: an hour. */
  readonly ttlMs?: number;
  /** Milliseconds that clients should let pass before they ask again. Default: 1000. */
  readonly pollIntervalMs?: number;
}

/**
 * An argument with `x-mcp-header`: over HTTP its value has to come in the header `Mcp-Param-<name>`, too.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters
 */
export interface ParameterHeader {
  /** The value of `x-mcp-header`, as written. */
  readonly name: string;
  /** The properties that lead to the value from the root of the arguments. */
  readonly path: readonly string[];
  readonly type: 'string' | 'integer' | 'boolean';
}

export interface ToolValidators {
  /** Fills defaults into the arguments it is given. */
  readonly input: Validator;
  /** Present when the tool has an output schema. */
  readonly output?: Validator;
}

export type { ValidationError, Validator };

export interface PromptDefinition {
  readonly name: string;
  readonly description?: string;
  readonly arguments: readonly PromptArgumentDefinition[];
  /** Messages of a static prompt: from the arguments given, with placeholders substituted. */
  readonly messages?: () => Promise<(values: PromptArguments) => readonly StaticPromptMessage[]>;
  /** Arguments that can be completed. */
  readonly completions?: Completions;
  readonly elicitations?: Elicitations;
}

/** Where suggestions come from, by argument or variable: from a list or from a handler. */
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
  /** Freshness hints of a read. Default: those of the server when the resource is static, else `ttlMs` 0, `private`. */
  readonly cache?: CacheHints;
  readonly elicitations?: Elicitations;
}

/** Static content: text, or bytes in Base64. */
export type StaticContent = { readonly text: string } | { readonly blob: string };

export interface ResourceTemplateDefinition {
  readonly uriTemplate: string;
  readonly mimeType?: string;
  readonly matcher: UriMatcher;
  /** Freshness hints of a read. Default: `ttlMs` 0, `private`. */
  readonly cache?: CacheHints;
  /** Variables that can be completed. */
  readonly completions?: Completions;
  readonly elicitations?: Elicitations;
}

/** Matches a URI against a template; made from the template at generation time. */
export interface UriMatcher {
  /**
   * Matches what stands before the query that the template describes, or the whole URI where it describes none; one
   * group per entry of `path`. Anchored at both ends.
   */
  readonly pattern: RegExp;
  readonly path: readonly UriVariable[];
  /** Query parameters by name, in any order; each is optional. */
  readonly query: readonly UriVariable[];
}

export interface UriVariable {
  readonly name: string;
  /** Given when the value is a list: the separator between items; `''`: repeated query parameters. */
  readonly separator?: string;
}

/** What a tool does with operations that are no tools of their own. */
export interface ToolDiscovery {
  readonly does: 'search' | 'describe' | 'call';
  /** Loads the operations; the same function for all tools that have the same ones. */
  readonly load: () => Promise<readonly OperationDefinition[]>;
}

/**
 * An operation of an API that is found, described and called through three tools. But for that it is a tool: called with
 * the same checks, answered in the same way.
 */
export interface OperationDefinition extends Omit<ToolDefinition, 'discovery'> {
  readonly title?: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Method and path template, such as `GET /books/{isbn}`. */
  readonly request: string;
  /** Loads the fields of its descriptor that are not here: schemas and annotations. */
  readonly details: () => Promise<Descriptor>;
  /** Loads what answers. Absent where that is among the handlers. */
  readonly handler?: () => Promise<ToolHandler<unknown, unknown>>;
}
