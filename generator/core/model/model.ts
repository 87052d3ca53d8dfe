import type { Json, JsonObject } from './json.js';
import type { Parts } from './part-key.js';
import type { ToolSettings } from './tool-settings.js';

/**
 * Intermediate representation of the definitions, written by front ends and read by emitters. Plain data in source
 * order, independent of YAML, files and TypeScript.
 */
export interface Model {
  readonly server: ServerModel;
  readonly tools: readonly ToolModel[];
  readonly prompts: readonly PromptModel[];
  readonly resources: readonly ResourceModel[];
  readonly resourceTemplates: readonly ResourceTemplateModel[];
  /** Schemas that a `$ref` points to, each listed once; other schemas refer to them by name. */
  readonly definitions: readonly DefinitionModel[];
  /** HTTP APIs that tools call. */
  readonly apis: readonly ApiModel[];
  /** Environment variables that features need in addition to the declared ones. */
  readonly variables: readonly VariableGroup[];
  /** npm packages that features need. */
  readonly packages: readonly NeededPackage[];
  readonly parts?: Parts;
}

/** HTTP API that tools call. */
export interface ApiModel {
  /** Unique identifier. */
  readonly name: string;
  /** Settings shared by the API's operations, in the form of the runtime's `ForwardApi`. */
  readonly binding: JsonObject;
  /** Code mode settings of the API's operations. Default: the server's settings. */
  readonly code?: CodeSettingsModel;
  /** Environment variables that API calls read, credentials first. */
  readonly environment: readonly EnvironmentVariable[];
  readonly parts?: Parts;
}

/** Environment variable that a server reads. */
export interface EnvironmentVariable {
  readonly name: string;
  /** Purpose of the variable, as arbitrary text. */
  readonly description: string;
  /** Whether the variable has no default. Examples: credentials, and URLs that the document does not specify. */
  readonly isNeeded: boolean;
  /** Whether the value is a secret, such as a password. */
  readonly isSecret?: true;
  /** Value used while the variable is not set. */
  readonly defaultValue?: string;
  /** Whether only a server with HTTP transport reads the variable. */
  readonly isForHttpOnly?: true;
  /** Whether the variable is one of several alternatives and can therefore be omitted even if `isNeeded` is `true`. */
  readonly isAlternative?: true;
}

/** Environment variables that serve one purpose. */
export interface VariableGroup {
  /** Purpose of the variables as arbitrary text, such as an API name. */
  readonly title: string;
  readonly variables: readonly EnvironmentVariable[];
}

/** npm package that the generated code imports. */
export interface NeededPackage {
  readonly name: string;
  /** Purpose of the package, in Markdown. */
  readonly purpose: string;
  /** First Node version that does not need the package, such as `22.13.0`. */
  readonly before?: string;
  /** Whether the package is needed only at build time. */
  readonly isDev?: true;
  /**
   * Peer dependencies of the package with their version ranges. Yarn installs a peer dependency only if the project
   * lists it.
   */
  readonly peers?: readonly (readonly [name: string, range: string])[];
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
  readonly cache?: ServerCacheModel;
  /**
   * `strict`: rejects clients whose legacy protocol version is older than all supported ones. Default: the server
   * responds with the latest version.
   */
  readonly negotiation?: 'strict';
  /** Default of `coerce` for all tools. */
  readonly coerce?: true;
}

/** Code mode settings. */
export interface CodeSettingsModel {
  /** Filters that select the functions available to code. */
  readonly allow?: readonly string[];
  /** `never`: destructive functions run without confirmation. */
  readonly confirm?: 'never';
}

/** Capabilities that the definition declares in addition to those implied by its tools, prompts and resources. */
export interface CapabilitiesModel {
  /** Lists that can change at runtime; `resources` includes resource templates. */
  readonly listChanged: readonly ChangingList[];
  /** Whether clients can subscribe to resource changes. */
  readonly subscribe: boolean;
}

export type ChangingList = 'tools' | 'prompts' | 'resources';

/** Cache hints of list and read results (protocol version 2026-07-28 and later). */
export interface CacheModel {
  readonly ttlMs: number;
  readonly scope: 'public' | 'private';
}

/** Kinds of results that can have their own cache hints. */
export const cachedKinds = ['discover', 'tools', 'prompts', 'resources', 'resourceTemplates'] as const;

/** Cache hints for results that are the same for all callers. */
export interface ServerCacheModel extends CacheModel {
  /** Hints of `server/discover` and of lists, where they differ from the server's hints. */
  readonly kinds?: { readonly [kind in (typeof cachedKinds)[number]]?: CacheModel };
}

export type Dialect = '2020-12' | 'draft-07';

/**
 * A schema whose `$ref`s all have the form `#/$defs/<name>` and name a {@link DefinitionModel} (also in draft-07). It
 * contains no `$id`, `$defs`, `$schema`, dynamic references, or references to an `$anchor`.
 */
export interface SchemaModel {
  readonly dialect: Dialect;
  /** Whether descriptors declare `$schema`, because the author wrote it. Draft-07 is always declared. */
  readonly declaresDialect?: true;
  readonly schema: boolean | JsonObject;
}

/** Named schema that other schemas refer to. */
export interface DefinitionModel extends SchemaModel {
  /** PascalCase identifier, unique among all type names of the model. */
  readonly name: string;
  /** Name chosen by the author; not unique. */
  readonly wireName: string;
}

/** Names of a handler in generated code, unique per handler kind. */
export interface FunctionNames {
  /** Function name that the handler file exports, such as `findBooks`. Never a reserved word. */
  readonly identifier: string;
  /** Name of the handler file without extension, such as `find-books`. Valid on every file system. */
  readonly fileName: string;
}

/** Names of a tool, prompt or resource in generated code. */
export interface Names extends FunctionNames {
  /** Name of the handler type and prefix of related types: `FindBooks`, `RecommendPrompt`, `BookResource`. */
  readonly typeName: string;
  /** Names that existing handlers may still use: generated by another version, or assigned before another entry took them. */
  readonly former?: Pick<Names, 'identifier' | 'typeName'>;
}

/** Implementation of a tool, prompt, resource or template. */
export type HandlerModel =
  StubHandlerModel | BoundHandlerModel | DeclaredHandlerModel | ForwardHandlerModel | DiscoveryHandlerModel;

/**
 * Built-in handler of discover and code mode. Searches, describes or calls an API's operations, or runs code that calls
 * them.
 */
export type DiscoveryHandlerModel = {
  readonly kind: 'discovery';
  /** Name of the {@link ApiModel}. */
  readonly api: string;
} & (
  | { readonly does: 'search' | 'describe' | 'call' }
  | { readonly does: 'find' | 'run'; readonly settings: CodeSettingsModel }
);

/** Search data of an operation that is not listed: clients discover it through other tools. */
interface UnlistedModel {
  readonly tags: readonly string[];
  /** HTTP method and path template. */
  readonly request: string;
}

/** Handler that calls an HTTP API, optionally through a user function. */
interface ForwardHandlerModel {
  readonly kind: 'forward';
  /** Key of the tool that declares the request, such as `http`. Absent for an operation of a document. */
  readonly key?: string;
  /** Name of the {@link ApiModel}. */
  readonly api: string;
  /** Mapping from arguments to an HTTP request, in the form of the runtime's `ForwardOperation`. */
  readonly operation: JsonObject;
  /** Whether a user function handles the tool. The function can make the API call. */
  readonly isImplemented: boolean;
  /** Whether responses that violate the output schema are passed on. */
  readonly allowsInvalidOutput: boolean;
  /** Whether a call can request an unstructured response, such as text. */
  readonly allowsUnstructured?: true;
  /** Whether responses that match the output schema are truncated or annotated. */
  readonly altersOutput: boolean;
  /**
   * User function that converts the response to the result. The definition's output schema, if any, then becomes the
   * tool's output schema.
   */
  readonly transform?: TransformModel;
}

/** Second function of a handler's module, which a feature calls instead of the handler. It has the handler's type. */
export interface CompanionModel {
  /** Name that the module of the handler exports. */
  readonly exportName: string;
  /** Generic type of the runtime that makes the type of both functions from the usual type of a handler. */
  readonly handlerType: string;
  /** Doc comment of the function. */
  readonly doc: string;
}

/** Existing user function, such as `./math.ts#factorial`. */
export interface BoundFunctionModel {
  /** Module path relative to the project root, with forward slashes. */
  readonly module: string;
  readonly exportName: string;
}

/** User function that converts an API response to a tool result (`transform: ./trim.ts#trimPulls`). */
export interface TransformModel extends BoundFunctionModel {
  /** Response schema according to the OpenAPI document. */
  readonly value?: SchemaModel;
}

/** Existing user function as handler (`handler: ./math.ts#factorial`). */
interface BoundHandlerModel extends BoundFunctionModel {
  readonly kind: 'bound';
  /**
   * Input properties that are passed as positional parameters. Default: the function has the signature of a handler.
   */
  readonly args?: readonly string[];
}

/** User function for which a stub is written. */
interface StubHandlerModel {
  readonly kind: 'stub';
  /**
   * Path of the module in the generated folder that exports, under the identifier of the tool, the function that the stub
   * calls. Default: the stub is not implemented.
   */
  readonly start?: string;
}

/** Implementation that a key of an entry declares. A generated module exports it under the identifier of the entry. */
export interface DeclaredHandlerModel {
  readonly kind: 'declared';
  /** Key of the definition, such as `result`. */
  readonly key: string;
  /** Name of the declaration for the feature that emits it. Default: the entry has only one. */
  readonly declaration?: string;
  /** Path of the module in the generated folder. */
  readonly file: string;
}

/** Source of completions for an argument or variable. */
export type CompletionModel =
  { readonly kind: 'list'; readonly values: readonly string[] } | ({ readonly kind: 'handler' } & FunctionModel);

/** User function that completes a value or lists resources. */
export interface FunctionModel {
  readonly names: FunctionNames;
  readonly handler: HandlerModel;
}

/** Descriptor fields that tools, prompts, resources and templates share. */
export interface DescriptorModel {
  readonly names: Names;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: Json;
  readonly meta?: JsonObject;
  /** Members that features add to `_meta`. */
  readonly addedMeta?: JsonObject;
  /** `x-…` keys of the definition, sent unchanged. */
  readonly extensions: JsonObject;
  /** Elicitations by name that the handler can send. */
  readonly elicitations: readonly ElicitationModel[];
  readonly parts?: Parts;
}

/** Elicitation in form or URL mode. Its texts can contain `{{name}}` placeholders. */
export interface ElicitationModel {
  readonly name: string;
  /** Name of the type of the accepted content. */
  readonly typeName: string;
  readonly message: string;
  /** Schema of the form: flat, without references. */
  readonly requestedSchema?: JsonObject;
  readonly url?: string;
  /**
   * Behavior if the client does not support elicitation. `cancel`: the handler gets `cancel`. Default: the request
   * fails.
   */
  readonly unavailable?: 'cancel';
}

export interface ToolModel extends DescriptorModel, ToolSettings {
  readonly name: string;
  /** Whether the generator chose the name, in which case client profiles can shorten it. */
  readonly hasGeneratedName?: true;
  readonly annotations?: JsonObject;
  /** Schema of the arguments that callers send. Descriptors, clients and checks of calls know no others. */
  readonly input: SchemaModel;
  /**
   * Schema of the arguments that the server adds to those of the caller: an object with `properties`, all `required`.
   * Callers cannot send them.
   */
  readonly supplied?: SchemaModel;
  /** Advertised output schema. With `returns`, the schema of an object that contains all named outputs. */
  readonly output?: SchemaModel;
  /**
   * Named outputs, sent as one `Name: value` line each, in this order. With `output`, they are also sent as structured
   * content.
   */
  readonly returns?: readonly ReturnModel[];
  /** Schemas that features add, each with a type of its own. */
  readonly addedSchemas?: readonly AddedSchemaModel[];
  /** Example calls from the definition. */
  readonly examples?: readonly ExampleModel[];
  readonly handler: HandlerModel;
  readonly companion?: CompanionModel;
  /** BotServer script that defines the tool; the stub quotes it in a comment. */
  readonly script?: string;
  /** Whether the tool is not served until it is enabled at runtime. */
  readonly isInactive?: true;
  /**
   * Search data of a tool that is not in `tools/list`, because clients find and call it through discovery tools.
   */
  readonly unlisted?: UnlistedModel;
  /** Operation ID, if it has parts that the tool name does not show, as in `issues/create`. */
  readonly operationId?: string;
  /** Whether input defaults are advertised but not filled in. */
  readonly advertisesDefaultsOnly?: true;
  /**
   * Maximum size of the advertised input schema in bytes. A larger schema is replaced with a smaller, more permissive
   * one.
   */
  readonly maxInputSchema?: number | undefined;
  /** Size limit of the advertised output schema: its own, or shared with the other tools of its API. */
  readonly outputBudget?: 'own' | 'shared' | undefined;
  /** Form of the advertised output schema. Default: unchanged. */
  readonly outputForm?: OutputFormModel;
  /** `execution` field of the descriptor in protocol version 2025-11-25. */
  readonly execution?: JsonObject;
  /** Argument that replaces the paging arguments in a request for the next page, in the form of the runtime's `NextArgument`. */
  readonly next?: JsonObject;
  /** Advertised description and input schema, adapted to client profiles. */
  readonly adapted?: AdaptedModel;
}

/**
 * Form of an advertised output schema: with shortened descriptions, without annotations, limited to some levels, or
 * reduced to its type.
 */
export type OutputFormModel = 'trimmed' | 'stripped' | 'two levels' | 'one level' | 'type';

/** Parts of a descriptor that are adapted to client profiles. Calls are still validated against the definition. */
interface AdaptedModel {
  readonly description?: string;
  /** Self-contained 2020-12 schema that accepts every value that the input schema accepts. */
  readonly input: JsonObject;
}

/** Where an API tool's settings are, or can be added, in the definitions. */
export interface ToolOrigin {
  /** Key of the document under `openapi`, existing or proposed. */
  readonly api: string;
  /** Keys of the tool under `tools` of the API. */
  readonly aliases: readonly string[];
  /** Path of the OpenAPI document. */
  readonly document: string;
  /** Whether the document is not referenced in any definition. */
  readonly isUnnamed: boolean;
}

/** Example call of a tool. With `output` or `outputSchema` it is also a test. */
export interface ExampleModel {
  readonly title?: string;
  readonly input: Json;
  /** Exact result. For a tool without an output schema, the result text. */
  readonly output?: Json;
  /** Schema that the result must match. */
  readonly outputSchema?: SchemaModel;
}

/** Schema of a tool in addition to its input and output. */
export interface AddedSchemaModel {
  /** Name of its type and of its validator. A schema that is only a reference has the type of its target. */
  readonly typeName: string;
  readonly schema: SchemaModel;
  /** Whether it is compiled to a validator. */
  readonly isChecked?: true;
}

export interface ReturnModel {
  readonly name: string;
  readonly value: SchemaModel;
}

export interface PromptModel extends DescriptorModel {
  readonly name: string;
  /** Arguments that callers send. */
  readonly arguments: readonly PromptArgumentModel[];
  /** Arguments that the server adds. */
  readonly supplied?: readonly SuppliedTextModel[];
  /** Messages of a static prompt; absent if the prompt has a handler. */
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

/** Text that the server adds to the arguments of a prompt or the variables of a template. Callers cannot send it. */
export interface SuppliedTextModel {
  readonly name: string;
  readonly description?: string;
}

/** Message of a static prompt. Strings in `content` can contain `{{argument}}` placeholders. */
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
  /** Content of a static resource; absent if the resource has a handler. */
  readonly content?: ContentModel;
  readonly cache?: CacheModel;
  /** Feature that adds the resource. Such a resource has no entry under `resources`. */
  readonly owner?: string;
  readonly handler: HandlerModel;
}

/** Static content: text, Base64, or an export of a generated module. */
export type ContentModel = StoredContentModel | ModuleContentModel;

/** Static content that a generated module exports. */
interface ModuleContentModel {
  readonly kind: 'module';
  /** Path of the module in the generated folder. */
  readonly path: string;
  /** Expression that yields the content, using an export of the module: `page()`. */
  readonly member: string;
}

/** Static content stored in the generated code as text or Base64. */
export type StoredContentModel =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'blob'; readonly base64: string };

export interface ResourceTemplateModel extends DescriptorModel {
  readonly uriTemplate: string;
  readonly name: string;
  readonly mimeType?: string;
  readonly annotations?: JsonObject;
  readonly matcher: UriMatcherModel;
  /** Variables that the definition describes. */
  readonly variables: readonly VariableModel[];
  /** Variables that the server adds to those of the URI. */
  readonly supplied?: readonly SuppliedTextModel[];
  /** User function that lists the resources of the template. */
  readonly list?: FunctionModel;
  readonly cache?: CacheModel;
  readonly handler: HandlerModel;
}

/** Description and completion of a URI template variable. */
export interface VariableModel {
  readonly name: string;
  readonly description?: string;
  readonly completion?: CompletionModel;
}

/** URI matcher, compiled from an RFC 6570 template. */
export interface UriMatcherModel {
  /** Regular expression (flag `u`) for the part of a URI before `?`, with one group per entry of `path`. */
  readonly pattern: string;
  /** Path variables, in the order of the groups. */
  readonly path: readonly UriVariableModel[];
  /** Variables of `{?…}` and `{&…}` expressions: optional, matched by name. */
  readonly query: readonly UriVariableModel[];
}

export interface UriVariableModel {
  readonly name: string;
  /** Separator of list items (`{var*}`); `''` for repeated query parameters. Absent if the value is not a list. */
  readonly separator?: string;
  /** Whether a URI can omit the variable. Query variables are always optional. */
  readonly optional?: true;
}
