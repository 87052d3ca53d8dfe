import type { Json, JsonObject } from './json.js';
import type { Parts } from './part-key.js';
import type { ToolSettings } from './tool-settings.js';

/**
 * Intermediate representation of the definitions: front ends produce it, emitters read it. Plain data, independent of YAML, files and
 * TypeScript, in source order.
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
  /** Environment variables that features need, in addition to declared ones. */
  readonly variables: readonly VariableGroup[];
  /** Packages that features need. */
  readonly packages: readonly NeededPackage[];
  readonly parts?: Parts;
}

/** HTTP API that tools are forwarded to. */
export interface ApiModel {
  /** Unique identifier. */
  readonly name: string;
  /** Settings that its operations share, as `ForwardApi` of the runtime. */
  readonly binding: JsonObject;
  /** Code mode settings of its operations. Default: those of the server. */
  readonly code?: CodeSettingsModel;
  /** Environment variables that its calls read, credentials first. */
  readonly environment: readonly EnvironmentVariable[];
  readonly parts?: Parts;
}

/** Environment variable that a server reads. */
export interface EnvironmentVariable {
  readonly name: string;
  /** Purpose: arbitrary text. */
  readonly description: string;
  /** It has no default, such as credentials, and URLs that the document does not specify. */
  readonly isNeeded: boolean;
  /** The value is a secret, such as a password. */
  readonly isSecret?: true;
  /** Value that is used while the variable is not set. */
  readonly defaultValue?: string;
  /** Only a server that is reached over HTTP reads it. */
  readonly isForHttpOnly?: true;
  /** One of several alternatives: it may be omitted although it is needed. */
  readonly isAlternative?: true;
}

/** Environment variables for one purpose. */
export interface VariableGroup {
  /** Purpose: arbitrary text, such as the name of an API. */
  readonly title: string;
  readonly variables: readonly EnvironmentVariable[];
}

/** npm package that the generated code imports. */
export interface NeededPackage {
  readonly name: string;
  /** Purpose, in Markdown. */
  readonly purpose: string;
  /** Only Node versions before this one need it, such as `22.13.0`. */
  readonly before?: string;
  /** It is needed only at build time. */
  readonly isDev?: true;
  /** Its peer dependencies with their ranges. Yarn installs them only for projects that list them. */
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
  /** `strict`: rejects a legacy protocol version that is older than all supported ones. Default: the server responds with the latest one. */
  readonly negotiation?: 'strict';
  /** `coerce` of tools that do not set it. */
  readonly coerce?: true;
}

/** Settings of code mode. */
export interface CodeSettingsModel {
  /** Filters of the functions that code may call. */
  readonly allow?: readonly string[];
  /** Destructive functions run without confirmation. */
  readonly confirm?: 'never';
}

/** Capabilities that the definition declares, in addition to those that follow from its tools, prompts and resources. */
export interface CapabilitiesModel {
  /** Lists that can change at run time; `resources` includes resource templates. */
  readonly listChanged: readonly ChangingList[];
  /** Whether clients can subscribe to changes of resources. */
  readonly subscribe: boolean;
}

export type ChangingList = 'tools' | 'prompts' | 'resources';

/** Cache hints of list and read results, since protocol version 2026-07-28. */
export interface CacheModel {
  readonly ttlMs: number;
  readonly scope: 'public' | 'private';
}

/** Kinds of results with their own cache hints. */
export const cachedKinds = ['discover', 'tools', 'prompts', 'resources', 'resourceTemplates'] as const;

/** Cache hints of results that do not depend on the caller. */
export interface ServerCacheModel extends CacheModel {
  /** Hints of `server/discover` and of lists that differ from the server's. */
  readonly kinds?: { readonly [kind in (typeof cachedKinds)[number]]?: CacheModel };
}

export type Dialect = '2020-12' | 'draft-07';

/**
 * A schema whose `$ref`s are all `#/$defs/<name>` of a {@link DefinitionModel} (also in draft-07). It has no `$id`, dynamic references,
 * `$defs` or `$schema`, and no reference to an `$anchor`.
 */
export interface SchemaModel {
  readonly dialect: Dialect;
  /** Descriptors have `$schema`, because the author wrote it. Draft-07 is always declared. */
  readonly declaresDialect?: true;
  readonly schema: boolean | JsonObject;
}

/** Named schema that others refer to. */
export interface DefinitionModel extends SchemaModel {
  /** PascalCase identifier, unique among all type names of the model. */
  readonly name: string;
  /** Name by the author; not unique. */
  readonly wireName: string;
}

/** Names of a handler in generated code, unique within its kind. */
export interface FunctionNames {
  /** Function that the handler file exports, such as `findBooks`. Never a reserved word. */
  readonly identifier: string;
  /** Handler file without extension, such as `find-books`. Valid on every file system. */
  readonly fileName: string;
}

/** Names of a tool, prompt or resource in generated code. */
export interface Names extends FunctionNames {
  /** Name of the handler type, and prefix of its other types: `FindBooks`, `RecommendPrompt`, `BookResource`. */
  readonly typeName: string;
  /** Names in handlers that were written by another version, or before another entry got these names. */
  readonly former?: Pick<Names, 'identifier' | 'typeName'>;
}

/** Implementation of an entry. */
export type HandlerModel =
  { readonly kind: 'stub' } | BoundHandlerModel | DeclaredHandlerModel | ForwardHandlerModel | DiscoveryHandlerModel;

/** Built-in handler of discover and code mode: searches, describes or calls the operations of an API, or runs code that calls them. */
export type DiscoveryHandlerModel = {
  readonly kind: 'discovery';
  /** Name of the {@link ApiModel}. */
  readonly api: string;
} & (
  | { readonly does: 'search' | 'describe' | 'call' }
  | { readonly does: 'find' | 'run'; readonly settings: CodeSettingsModel }
);

/** Search data of an operation that clients discover through other tools. */
interface UnlistedModel {
  readonly tags: readonly string[];
  /** Method and path template. */
  readonly request: string;
}

/** Call of an HTTP API, without or with a function of the user. */
interface ForwardHandlerModel {
  readonly kind: 'forward';
  /** Key of the tool that declares the request, such as `http`. Absent for an operation of a document. */
  readonly key?: string;
  /** Name of the {@link ApiModel}. */
  readonly api: string;
  /** Mapping from arguments to a request, as `ForwardOperation` of the runtime. */
  readonly operation: JsonObject;
  /** Whether a function of the user handles the tool; it can make the call. */
  readonly isImplemented: boolean;
  /** Whether responses that do not match the output schema are passed on. */
  readonly allowsInvalidOutput: boolean;
  /** A call can select an unstructured response, such as text. */
  readonly allowsUnstructured?: true;
  /** Whether responses that match the output schema are truncated or annotated. */
  readonly altersOutput: boolean;
  /** Makes the result from the response. The output schema of the tool is then that of the definition, if any. */
  readonly transform?: TransformModel;
}

/** Existing function of the user, such as `./math.ts#factorial`. */
export interface BoundFunctionModel {
  /** Path of the module, relative to the project root, with forward slashes. */
  readonly module: string;
  readonly exportName: string;
}

/** Function of the user that makes the result of a tool from an API response (`transform: ./trim.ts#trimPulls`). */
export interface TransformModel extends BoundFunctionModel {
  /** Schema of the response, according to the document. */
  readonly value?: SchemaModel;
}

/** Existing function of the user as handler (`handler: ./math.ts#factorial`). */
interface BoundHandlerModel extends BoundFunctionModel {
  readonly kind: 'bound';
  /** Input properties that become positional parameters. Default: the function has the signature of a handler. */
  readonly args?: readonly string[];
}

/** Implementation that a key of a tool declares. A generated module exports it under the tool's identifier. */
interface DeclaredHandlerModel {
  readonly kind: 'declared';
  /** Key of the definition, such as `result`. */
  readonly key: string;
  /** Path of the module in the generated folder. */
  readonly file: string;
}

/** Source of suggestions for an argument or a variable. */
export type CompletionModel =
  { readonly kind: 'list'; readonly values: readonly string[] } | ({ readonly kind: 'handler' } & FunctionModel);

/** A function of the user that completes a value or lists resources. */
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
  /** Elicitations that the handler can send by name. */
  readonly elicitations: readonly ElicitationModel[];
  readonly parts?: Parts;
}

/** Elicitation in form or URL mode. Texts may have `{{name}}` placeholders. */
export interface ElicitationModel {
  readonly name: string;
  /** Name of the type of accepted content. */
  readonly typeName: string;
  readonly message: string;
  /** Flat schema without references. */
  readonly requestedSchema?: JsonObject;
  readonly url?: string;
  /** Clients without elicitation support: the handler gets `cancel`. Default: the request fails. */
  readonly unavailable?: 'cancel';
}

export interface ToolModel extends DescriptorModel, ToolSettings {
  readonly name: string;
  /** The generator chose the name, so that client profiles may shorten it. */
  readonly hasGeneratedName?: true;
  readonly annotations?: JsonObject;
  readonly input: SchemaModel;
  /** Advertised output schema; with `returns`, that of an object with all named outputs. */
  readonly output?: SchemaModel;
  /** Named outputs, sent as one `Name: value` line each, in this order, and, with `output`, as structured content. */
  readonly returns?: readonly ReturnModel[];
  /** Example calls of the definition. */
  readonly examples?: readonly ExampleModel[];
  readonly handler: HandlerModel;
  /** BotServer script that defines the tool; the stub has it as a comment. */
  readonly script?: string;
  /** Not served until it is enabled at run time. */
  readonly isInactive?: true;
  /** The tool is not in `tools/list`: clients find and call it through discovery tools. */
  readonly unlisted?: UnlistedModel;
  /** Operation ID, if it has parts (`issues/create`) that the name of the tool does not show. */
  readonly operationId?: string;
  /** Input defaults are advertised but not filled in. */
  readonly advertisesDefaultsOnly?: true;
  /** Maximum size of the advertised input schema in bytes. A larger schema is replaced with a smaller one that accepts more. */
  readonly maxInputSchema?: number | undefined;
  /** Limit on the size of the advertised output schema: its own, or shared with the other tools of its API. */
  readonly outputBudget?: 'own' | 'shared' | undefined;
  /** Form of the advertised output schema. Default: unchanged. */
  readonly outputForm?: OutputFormModel;
  /** `execution` of the descriptor in protocol version 2025-11-25. */
  readonly execution?: JsonObject;
  /** Argument that stands for the arguments of the next page, as `NextArgument` of the runtime. */
  readonly next?: JsonObject;
  /** Advertised description and input schema, adapted to client profiles. */
  readonly adapted?: AdaptedModel;
}

/** Form of an advertised output schema: with shortened descriptions, without annotations, limited to some levels, or the type alone. */
export type OutputFormModel = 'trimmed' | 'stripped' | 'two levels' | 'one level' | 'type';

/** Parts of a descriptor that are adapted to client profiles. Calls are still validated with the definition. */
interface AdaptedModel {
  readonly description?: string;
  /** Self-contained 2020-12 schema that accepts everything that the input schema accepts. */
  readonly input: JsonObject;
}

/** Place for the settings of an API tool in the definitions. It need not exist. */
export interface ToolOrigin {
  /** Key under `openapi` that the document has, or would have. */
  readonly api: string;
  /** Keys of the tool below its `tools`. */
  readonly aliases: readonly string[];
  /** Path of the document. */
  readonly document: string;
  /** Whether no definition refers to the document. */
  readonly isUnnamed: boolean;
}

/** Example call of a tool; with `output` or `outputSchema`, also a test. */
export interface ExampleModel {
  readonly title?: string;
  readonly input: Json;
  /** Exact result; for a tool without output schema, its text. */
  readonly output?: Json;
  /** Schema that the result must match. */
  readonly outputSchema?: SchemaModel;
}

export interface ReturnModel {
  readonly name: string;
  readonly value: SchemaModel;
}

export interface PromptModel extends DescriptorModel {
  readonly name: string;
  readonly arguments: readonly PromptArgumentModel[];
  /** Messages of a static prompt; absent if it has a handler. */
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
  /** Content of a static resource; absent if it has a handler. */
  readonly content?: ContentModel;
  readonly cache?: CacheModel;
  /** Feature that adds the resource, which has no entry under `resources`. */
  readonly owner?: string;
  readonly handler: HandlerModel;
}

/** Static content: text, Base64, or an export of a generated module. */
export type ContentModel = StoredContentModel | ModuleContentModel;

/** Static content in a generated module. */
interface ModuleContentModel {
  readonly kind: 'module';
  /** Path of the module in the generated folder. */
  readonly path: string;
  /** Expression for the content in terms of the module's exports, such as `page()`. */
  readonly member: string;
}

/** Static content that is part of the generated code: text or Base64. */
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
  /** Function that lists the resources of the template. */
  readonly list?: FunctionModel;
  readonly cache?: CacheModel;
  readonly handler: HandlerModel;
}

/** Description and completion of a template variable. */
export interface VariableModel {
  readonly name: string;
  readonly description?: string;
  readonly completion?: CompletionModel;
}

/** URI matcher, compiled from an RFC 6570 template. */
export interface UriMatcherModel {
  /** Source of a regular expression (flag `u`) for the part before `?`, with one group per entry of `path`. */
  readonly pattern: string;
  /** Variables by group. */
  readonly path: readonly UriVariableModel[];
  /** Variables of `{?…}` and `{&…}` expressions: optional, matched by name. */
  readonly query: readonly UriVariableModel[];
}

export interface UriVariableModel {
  readonly name: string;
  /** Separator of the items of a list (`{var*}`); `''` for repeated query parameters. Absent: the value is no list. */
  readonly separator?: string;
  /** A URI may omit it. Query variables are always optional. */
  readonly optional?: true;
}
