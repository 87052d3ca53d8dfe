import type { Json, JsonObject } from './json.js';
import type { Parts } from './part-key.js';
import type { ToolSettings } from './tool-settings.js';

/**
 * Intermediate form of the definitions: every front end produces it, every emitter reads it. Plain data without YAML, files or
 * TypeScript; everything is in source order.
 */
export interface Model {
  readonly server: ServerModel;
  readonly tools: readonly ToolModel[];
  readonly prompts: readonly PromptModel[];
  readonly resources: readonly ResourceModel[];
  readonly resourceTemplates: readonly ResourceTemplateModel[];
  /** All schemas that a `$ref` points at, each once; other schemas refer to them by name. */
  readonly definitions: readonly DefinitionModel[];
  /** HTTP APIs that tools are forwarded to. */
  readonly apis: readonly ApiModel[];
  /** Environment variables that features need, besides those that the definition declares. */
  readonly variables: readonly VariableGroup[];
  /** Packages that features need. */
  readonly packages: readonly NeededPackage[];
  readonly parts?: Parts;
}

/** HTTP API that tools are forwarded to. */
export interface ApiModel {
  /** Unique identifier. */
  readonly name: string;
  /** Common settings of its operations, in the form of the runtime's `ForwardApi`. */
  readonly binding: JsonObject;
  /** Rules of code mode for its operations. Without it: those of the server. */
  readonly code?: CodeSettingsModel;
  /** Environment variables that its calls read; credentials come first. */
  readonly environment: readonly EnvironmentVariable[];
  readonly parts?: Parts;
}

/** Environment variable that a server reads. */
export interface EnvironmentVariable {
  readonly name: string;
  /** Purpose; any text. */
  readonly description: string;
  /** It has no default: credentials, and addresses that the document does not name. */
  readonly isNeeded: boolean;
  /** The value is kept like a password. */
  readonly isSecret?: true;
  /** Value that is used while the variable is not set. */
  readonly defaultValue?: string;
  /** Only a server that is reached over HTTP reads it. */
  readonly isForHttpOnly?: true;
  /** One of several alternatives: it may be left out, though it is needed. */
  readonly isAlternative?: true;
}

/** Environment variables for one purpose. */
export interface VariableGroup {
  /** Purpose; the name of an API may be any text. */
  readonly title: string;
  readonly variables: readonly EnvironmentVariable[];
}

/** Package that the code of a server imports, besides those of its handlers. */
export interface NeededPackage {
  readonly name: string;
  /** Purpose, in Markdown. */
  readonly purpose: string;
  /** Only releases of Node before this one need it: `22.13.0`. */
  readonly before?: string;
  /** Only the build needs it. */
  readonly isDev?: true;
  /** Packages that it imports, with their ranges: Yarn installs them only for projects that list them. */
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
  /** `strict`: an unknown legacy version is refused when no supported one is older. Default: answered with the latest. */
  readonly negotiation?: 'strict';
  /** `coerce` of tools that do not say it themselves. */
  readonly coerce?: true;
}

/** Rules of code mode. */
export interface CodeSettingsModel {
  /** Filters of the functions that code may call. */
  readonly allow?: readonly string[];
  /** Destructive functions are called without a question. */
  readonly confirm?: 'never';
}

/** Capabilities that the definition asks for besides those that follow from its tools, prompts and resources. */
export interface CapabilitiesModel {
  /** Lists that can change at run time; `resources` stands for the templates as well. */
  readonly listChanged: readonly ChangingList[];
  /** Clients can subscribe to changes of resources. */
  readonly subscribe: boolean;
}

export type ChangingList = 'tools' | 'prompts' | 'resources';

/** Freshness hints of list and read results, 2026-07-28 on. */
export interface CacheModel {
  readonly ttlMs: number;
  readonly scope: 'public' | 'private';
}

/** Results of a server that have cache hints of their own. */
export const cachedKinds = ['discover', 'tools', 'prompts', 'resources', 'resourceTemplates'] as const;

/** Cache hints of what is the same for every caller. */
export interface ServerCacheModel extends CacheModel {
  /** Hints of `server/discover` and of each list, where they differ. */
  readonly kinds?: { readonly [kind in (typeof cachedKinds)[number]]?: CacheModel };
}

export type Dialect = '2020-12' | 'draft-07';

/**
 * A schema in which every `$ref` is `#/$defs/<name>` of a {@link DefinitionModel} (also in draft-07). It has no `$id`,
 * no dynamic references, no `$defs` and no `$schema` of its own; nothing refers to an `$anchor` that it has.
 */
export interface SchemaModel {
  readonly dialect: Dialect;
  /** Descriptors carry `$schema`, because the author wrote it. Draft-07 is always declared. */
  readonly declaresDialect?: true;
  readonly schema: boolean | JsonObject;
}

/** Named schema that other schemas refer to. */
export interface DefinitionModel extends SchemaModel {
  /** PascalCase identifier, unique among all type names of the model. */
  readonly name: string;
  /** Name that the author gave; not unique. */
  readonly wireName: string;
}

/** Names of a handler in generated code, unique within its kind. */
export interface FunctionNames {
  /** The function that a handler file exports: `findBooks`. Never a reserved word. */
  readonly identifier: string;
  /** The handler file without extension: `find-books`. Valid on every disk. */
  readonly fileName: string;
}

/** Names of a tool, prompt or resource in generated code. */
export interface Names extends FunctionNames {
  /** The stem of types and the handler type itself: `FindBooks`, `RecommendPrompt`, `BookResource`. */
  readonly typeName: string;
  /** Function and type in a handler that another version wrote, or that was written before another entry took its names. */
  readonly former?: Pick<Names, 'identifier' | 'typeName'>;
}

/** Code that answers. */
export type HandlerModel = { readonly kind: 'stub' } | BoundHandlerModel | ForwardHandlerModel | DiscoveryHandlerModel;

/** Built-in handler that searches, describes or calls the operations of an API, or runs code that calls them. */
export type DiscoveryHandlerModel = {
  readonly kind: 'discovery';
  /** Name of the {@link ApiModel}. */
  readonly api: string;
} & (
  | { readonly does: 'search' | 'describe' | 'call' }
  | { readonly does: 'find' | 'run'; readonly settings: CodeSettingsModel }
);

/** Extra data of an operation that clients reach through the discovery tools of its API. */
interface UnlistedModel {
  readonly tags: readonly string[];
  /** Method and path template. */
  readonly request: string;
}

/** Call of an HTTP API: it answers instead of a function, or a function makes it. */
interface ForwardHandlerModel {
  readonly kind: 'forward';
  /** Name of the {@link ApiModel}. */
  readonly api: string;
  /** Mapping from arguments to a request, in the form of the runtime's `ForwardOperation`. */
  readonly operation: JsonObject;
  /** The user's function answers and can make the call. */
  readonly isImplemented: boolean;
  /** Answers that do not fit the output schema are passed on. */
  readonly allowsInvalidOutput: boolean;
  /** A call can choose an answer that has no structure, such as a text. */
  readonly allowsUnstructured?: true;
  /** Answers that fit the output schema are shortened, or get notes. */
  readonly altersOutput: boolean;
  /** Makes the answer from the value of the API. The output schema of the tool is then that of the definition, if there is one. */
  readonly transform?: TransformModel;
}

/** Existing function of the user (`./math.ts#factorial`). */
export interface BoundFunctionModel {
  /** Path of the module, relative to the project root, with forward slashes. */
  readonly module: string;
  readonly exportName: string;
}

/** Function of the user that makes the answer of a tool from the value of its API (`transform: ./trim.ts#trimPulls`). */
export interface TransformModel extends BoundFunctionModel {
  /** Schema of the value, as the document describes it. */
  readonly value?: SchemaModel;
}

/** Existing function of the user as a handler (`handler: ./math.ts#factorial`). */
interface BoundHandlerModel extends BoundFunctionModel {
  readonly kind: 'bound';
  /** Names of the input properties that become positional parameters; without it the function is a handler itself. */
  readonly args?: readonly string[];
}

/** Source of suggestions for an argument or a variable. */
export type CompletionModel =
  { readonly kind: 'list'; readonly values: readonly string[] } | ({ readonly kind: 'handler' } & FunctionModel);

/** A function of the user beside the handlers: it completes a value, or lists resources. */
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
  /** Members of `_meta` that features add. */
  readonly addedMeta?: JsonObject;
  /** `x-…` keys of the definition: sent as they are. */
  readonly extensions: JsonObject;
  /** Elicitations that the handler can send by name. */
  readonly elicitations: readonly ElicitationModel[];
  readonly parts?: Parts;
}

/** Elicitation: a form, or a page to open. Texts may hold `{{name}}` placeholders. */
export interface ElicitationModel {
  readonly name: string;
  /** Name of the type of an accepted answer's content. */
  readonly typeName: string;
  readonly message: string;
  /** A flat schema without references. */
  readonly requestedSchema?: JsonObject;
  readonly url?: string;
  /** For a client that cannot be asked: the handler gets `cancel`. By default the request is refused. */
  readonly unavailable?: 'cancel';
}

export interface ToolModel extends DescriptorModel, ToolSettings {
  readonly name: string;
  /** The generator chose the name: client profiles may shorten it. */
  readonly hasGeneratedName?: true;
  readonly annotations?: JsonObject;
  readonly input: SchemaModel;
  /** Output schema that clients get; with `returns`, that of an object with all named outputs. */
  readonly output?: SchemaModel;
  /** Named outputs: answered as one `Name: value` line each, in this order, and with `output` as structured content, too. */
  readonly returns?: readonly ReturnModel[];
  /** Example calls of the definition. */
  readonly examples?: readonly ExampleModel[];
  readonly handler: HandlerModel;
  /** Code of a script that the tool was defined by; the stub has it as a comment. */
  readonly script?: string;
  /** Not served until it is enabled at run time. */
  readonly isInactive?: true;
  /** Clients do not see the tool: they find and call it through discovery tools. */
  readonly unlisted?: UnlistedModel;
  /** Id of the operation, where it has parts (`issues/create`) that the name of the tool does not show. */
  readonly operationId?: string;
  /** Input defaults are advertised to clients but not filled in. */
  readonly advertisesDefaultsOnly?: true;
  /** Maximum of bytes of the advertised input schema. A longer one is replaced by a shorter one that accepts more. */
  readonly maxInputSchema?: number | undefined;
  /** Bounds the length of the advertised output schema: on its own, or together with those of its API. */
  readonly outputBudget?: 'own' | 'shared' | undefined;
  /** Form of the advertised output schema. Without it: unchanged. */
  readonly outputForm?: OutputFormModel;
  /** `execution` of the descriptor that clients of 2025-11-25 get. */
  readonly execution?: JsonObject;
  /** Argument that stands for others, in the form of the runtime's `NextArgument`. */
  readonly next?: JsonObject;
  /** Description and input schema that are advertised instead, adapted to client profiles. */
  readonly adapted?: AdaptedModel;
}

/** Form of an advertised output schema: descriptions shortened or dropped, objects to a level, or the type alone. */
export type OutputFormModel = 'trimmed' | 'stripped' | 'two levels' | 'one level' | 'type';

/** Parts of a descriptor that were adapted to client profiles; calls are validated with the definition all the same. */
interface AdaptedModel {
  readonly description?: string;
  /** Self-contained schema in 2020-12; it accepts everything that the input schema accepts. */
  readonly input: JsonObject;
}

/** Place in the definitions for the settings of a tool of an API, whether or not there are any. */
export interface ToolOrigin {
  /** The key under `openapi`, or the key that the document would have there. */
  readonly api: string;
  /** Keys of the tool under `tools`. */
  readonly aliases: readonly string[];
  /** Path of the document. */
  readonly document: string;
  /** No definition names the document. */
  readonly isUnnamed: boolean;
}

/** Example call of a tool. With `output` or `outputSchema` it is a test. */
export interface ExampleModel {
  readonly title?: string;
  readonly input: Json;
  /** Exact result; the text of the answer for a tool without output schema. */
  readonly output?: Json;
  /** Schema that the result must fit. */
  readonly outputSchema?: SchemaModel;
}

export interface ReturnModel {
  readonly name: string;
  readonly value: SchemaModel;
}

export interface PromptModel extends DescriptorModel {
  readonly name: string;
  readonly arguments: readonly PromptArgumentModel[];
  /** Messages of a static prompt. Without them a handler answers. */
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
  /** Content of a static resource. Without it a handler answers. */
  readonly content?: ContentModel;
  readonly cache?: CacheModel;
  /** Feature that adds the resource: the definitions have no entry for it under `resources`. */
  readonly owner?: string;
  readonly handler: HandlerModel;
}

/** Static content: text, bytes in Base64, or what a generated module has. */
export type ContentModel = StoredContentModel | ModuleContentModel;

/** Static content that a generated module has, or makes. */
interface ModuleContentModel {
  readonly kind: 'module';
  /** Path of the module in the generated folder. */
  readonly path: string;
  /** Member of the module, as an expression: `page()`. */
  readonly member: string;
}

/** Static content that is known when the code is generated: text, or bytes in Base64. */
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
  /** The function that lists the resources of the template. */
  readonly list?: FunctionModel;
  readonly cache?: CacheModel;
  readonly handler: HandlerModel;
}

/** Description and suggestions of a template's variable. */
export interface VariableModel {
  readonly name: string;
  readonly description?: string;
  readonly completion?: CompletionModel;
}

/** Matcher of URIs, compiled from an RFC 6570 template. */
export interface UriMatcherModel {
  /** Source of a regular expression (flag `u`) for the part before any `?`; one group per entry of `path`. */
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
