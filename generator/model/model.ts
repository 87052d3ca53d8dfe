import type { Json, JsonObject } from './json.js';

/**
 * What the definitions say, checked and resolved: the one thing that every front end produces and every emitter reads.
 * Plain data; it knows nothing of YAML, files or TypeScript. Everything is in source order.
 */
export interface Model {
  readonly server: ServerModel;
  readonly tools: readonly ToolModel[];
  readonly prompts: readonly PromptModel[];
  readonly resources: readonly ResourceModel[];
  readonly resourceTemplates: readonly ResourceTemplateModel[];
  /** Every schema that some `$ref` points at, each once; all other schemas refer to these by name. */
  readonly definitions: readonly DefinitionModel[];
  /** HTTP APIs that tools are forwarded to. */
  readonly apis: readonly ApiModel[];
}

/** An HTTP API; tools that are forwarded to it refer to it by its name. */
export interface ApiModel {
  /** Unique identifier. */
  readonly name: string;
  /** What its operations have in common, in the runtime's own words (`ForwardApi`). */
  readonly binding: JsonObject;
  /** What its calls read from the environment; credentials come first. */
  readonly environment: readonly EnvironmentVariable[];
}

/** A variable of the environment that a server runs in. */
export interface EnvironmentVariable {
  readonly name: string;
  /** What it is for; any text. */
  readonly description: string;
  /** There is nothing that could stand in for it: credentials, and addresses that are not known. */
  readonly isNeeded: boolean;
  /** What counts while it is not set. */
  readonly byDefault?: string;
}

export interface ServerModel {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: Json;
  readonly instructions?: string;
  readonly capabilities?: CapabilitiesModel;
  readonly cache?: CacheModel;
  /** `strict`: an unknown legacy version is refused when no supported one is older. Default: answered with the latest. */
  readonly negotiation?: 'strict';
  /** Toolsets that are served when nobody chooses; without it all are. */
  readonly toolsets?: readonly string[];
}

/** What the definition asks for beyond what follows from its tools, prompts and resources. */
export interface CapabilitiesModel {
  /** Lists that can change at run time; `resources` stands for the templates as well. */
  readonly listChanged: readonly ChangingList[];
  /** Clients can ask to be told when a resource changes. */
  readonly subscribe: boolean;
}

export type ChangingList = 'tools' | 'prompts' | 'resources';

/** Freshness hints of list and read results, 2026-07-28 on. */
export interface CacheModel {
  readonly ttlMs: number;
  readonly scope: 'public' | 'private';
}

export type Dialect = '2020-12' | 'draft-07';

/**
 * A schema in which every `$ref` is `#/$defs/<name>` of a {@link DefinitionModel} (also in draft-07). It has no `$id`,
 * no dynamic references, no `$defs` and no `$schema` of its own; nothing refers to an `$anchor` that it has.
 */
export interface SchemaModel {
  readonly dialect: Dialect;
  /** The author wrote the dialect down, and clients are to see that. Draft-07 is always written down. */
  readonly declaresDialect?: true;
  readonly schema: boolean | JsonObject;
}

/** A schema with a name, shared by whatever refers to it. */
export interface DefinitionModel extends SchemaModel {
  /** PascalCase identifier, unique among all type names of the model. */
  readonly name: string;
  /** The name that the author gave it; not unique. */
  readonly wireName: string;
}

/** The names that a handler has in the generated code. Unique within its kind. */
export interface FunctionNames {
  /** The function that a handler file exports: `findBooks`. Never a reserved word. */
  readonly identifier: string;
  /** The handler file without extension: `find-books`. Valid on every disk. */
  readonly fileName: string;
}

/** The names that one tool, prompt or resource has in the generated code. */
export interface Names extends FunctionNames {
  /** The stem of types and the handler type itself: `FindBooks`, `RecommendPrompt`, `BookResource`. */
  readonly typeName: string;
}

/** Where the code that answers comes from. */
export type HandlerModel = { readonly kind: 'stub' } | BoundHandlerModel | ForwardHandlerModel | DiscoveryHandlerModel;

/** The runtime finds, describes or calls the operations of an API. */
export interface DiscoveryHandlerModel {
  readonly kind: 'discovery';
  /** Name of the {@link ApiModel}. */
  readonly api: string;
  readonly does: 'search' | 'describe' | 'call';
}

/** What is known of an operation that is no tool of its own, beyond what a tool has. */
export interface CataloguedModel {
  /** Name of the {@link ApiModel}; tools with a {@link DiscoveryHandlerModel} of that API lead to the operation. */
  readonly api: string;
  readonly tags: readonly string[];
  /** Method and path template. */
  readonly request: string;
}

/** A call of an HTTP API that answers in place of a function, or that a function can make. */
export interface ForwardHandlerModel {
  readonly kind: 'forward';
  /** Name of the {@link ApiModel}. */
  readonly api: string;
  /** How a request is made from arguments, in the runtime's own words (`ForwardOperation`). */
  readonly operation: JsonObject;
  /** The user's own function answers; the call is there for it to make. */
  readonly isImplemented: boolean;
  /** An answer of the API that does not fit the output schema is passed on. */
  readonly passesMisfits: boolean;
}

/** A function that the user already has (`handler: ./math.ts#factorial`). */
export interface BoundHandlerModel {
  readonly kind: 'bound';
  /** Path of the module, relative to the project root, with forward slashes. */
  readonly module: string;
  readonly exportName: string;
  /** Names of the input properties that become positional parameters; without it the function is a handler itself. */
  readonly args?: readonly string[];
}

/** Where suggestions for an argument or a variable come from. */
export type CompletionModel =
  | { readonly kind: 'list'; readonly values: readonly string[] }
  | { readonly kind: 'handler'; readonly names: FunctionNames; readonly handler: HandlerModel };

/** Descriptor fields that tools, prompts, resources and templates share. */
export interface DescriptorModel {
  readonly names: Names;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: Json;
  readonly meta?: JsonObject;
  /** `x-…` keys of the definition: sent as they are. */
  readonly extensions: JsonObject;
  /** Questions that the handler can ask by name. */
  readonly elicitations: readonly ElicitationModel[];
}

/** A question to the user: a form, or a page to open. Texts may hold `{{name}}` placeholders. */
export interface ElicitationModel {
  readonly name: string;
  /** The type of what a filled in form holds. */
  readonly typeName: string;
  readonly message: string;
  /** A flat schema without references. */
  readonly requestedSchema?: JsonObject;
  readonly url?: string;
  /** What becomes of it when the client cannot be asked: by default the request is refused. */
  readonly unavailable?: 'cancel';
}

export interface ToolModel extends DescriptorModel {
  readonly name: string;
  readonly annotations?: JsonObject;
  readonly input: SchemaModel;
  readonly output?: SchemaModel;
  /** Named outputs of a tool without output schema: answered as one `Name: value` line each, in this order. */
  readonly returns?: readonly ReturnModel[];
  readonly handler: HandlerModel;
  /** What the tool does, written in another language: it stands in the stub as first written. */
  readonly script?: string;
  /** The toolsets that it belongs to, not empty; without any it is served whatever toolsets are chosen. */
  readonly toolsets?: readonly string[];
  /** Not served until it is enabled at run time. */
  readonly isInactive?: true;
  /** It is no tool that clients see, but an operation that they find and call through other tools. */
  readonly catalogued?: CataloguedModel;
  /** Defaults of the input are told to clients and not filled in: absent arguments stay absent. */
  readonly keepsAbsent?: true;
  /** Bytes that the input schema, which is somebody else's, may have on the wire; a longer one is replaced by one that allows more. */
  readonly maxInputSchema?: number | undefined;
  /** Given where the output schema is somebody else's: its length on the wire is bounded, alone or together with those of its API. */
  readonly outputBudget?: 'own' | 'shared' | undefined;
  /** In which form the output schema is told; without it as it is. */
  readonly outputForm?: OutputFormModel;
  /** Milliseconds that a call may take; without it no limit. */
  readonly timeoutMs?: number;
  /** How calls become tasks; without it they do not. */
  readonly task?: TaskModel;
  /** Description and input schema that are advertised instead, adapted to client profiles. */
  readonly adapted?: AdaptedModel;
}

/** What is told of an output schema: all with descriptions, all without, objects to a level, or nothing but the type. */
export type OutputFormModel = 'trimmed' | 'stripped' | 'two levels' | 'one level' | 'type';

/** Parts of a descriptor that were adapted to client profiles; calls are validated with the definition all the same. */
export interface AdaptedModel {
  readonly description?: string;
  /** Self-contained schema in 2020-12; it accepts everything that the input schema accepts. */
  readonly input: JsonObject;
}

/** How calls of a tool become tasks. What is left out has the default of the runtime. */
export interface TaskModel {
  readonly support: 'optional' | 'required';
  /** The handler says when. */
  readonly begins?: 'handler';
  readonly ttlMs?: number;
  readonly pollIntervalMs?: number;
}

export interface ReturnModel {
  readonly name: string;
  readonly value: SchemaModel;
}

export interface PromptModel extends DescriptorModel {
  readonly name: string;
  readonly arguments: readonly PromptArgumentModel[];
  /** Messages of a static prompt; without them a handler answers. */
  readonly messages?: readonly PromptMessageModel[];
  readonly handler: HandlerModel;
}

export interface PromptArgumentModel {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
  readonly completion?: CompletionModel;
}

/** A message of a static prompt. Strings in `content` may hold `{{argument}}` placeholders. */
export interface PromptMessageModel {
  readonly role: 'user' | 'assistant';
  readonly content: JsonObject;
}

export interface ResourceModel extends DescriptorModel {
  readonly uri: string;
  readonly name: string;
  readonly mimeType?: string;
  readonly size?: number;
  readonly annotations?: JsonObject;
  /** The content of a static resource; without it a handler answers. */
  readonly content?: ContentModel;
  readonly cache?: CacheModel;
  readonly handler: HandlerModel;
}

/** Static content: text, or bytes in Base64. */
export type ContentModel =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'blob'; readonly base64: string };

export interface ResourceTemplateModel extends DescriptorModel {
  readonly uriTemplate: string;
  readonly name: string;
  readonly mimeType?: string;
  readonly annotations?: JsonObject;
  readonly matcher: UriMatcherModel;
  /** What the definition says about variables; those that it says nothing about are not among them. */
  readonly variables: readonly VariableModel[];
  readonly cache?: CacheModel;
  readonly handler: HandlerModel;
}

/** What the definition says about a variable of a template. */
export interface VariableModel {
  readonly name: string;
  readonly description?: string;
  readonly completion?: CompletionModel;
}

/** How a URI is matched against an RFC 6570 template, worked out from the template. */
export interface UriMatcherModel {
  /** Source of a regular expression (flag `u`) for what stands before any `?`; one group per entry of `path`. */
  readonly pattern: string;
  /** Variables of the groups, in order. */
  readonly path: readonly UriVariableModel[];
  /** Variables of `{?…}` and `{&…}` expressions, looked up by name in any order; each is optional. */
  readonly query: readonly UriVariableModel[];
}

export interface UriVariableModel {
  readonly name: string;
  /** Given when the value is a list (`{var*}`): the separator between its items; `''`: repeated query parameters. */
  readonly separator?: string;
  /** A URI may leave it out. Variables of the query always may. */
  readonly optional?: true;
}
