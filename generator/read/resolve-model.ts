import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import { rootOf, type Workspace } from '../load/load-definitions.js';
import { childOf, entriesOf, type SourceNode } from '../source/source-node.js';
import type { DefinitionModel, Model, SchemaModel, ToolModel } from '../model/model.js';
import { resolveApis, type TakenNames, type ToolOrigin } from '../openapi/resolve-apis.js';
import { mapRefs, refTo } from '../schema/map-schema.js';
import { checkEndlessRefs } from '../resolve/check-endless-refs.js';
import { checkToolsets } from '../definition/check-toolsets.js';
import {
  checkNameCollisions,
  claimNames,
  listTypeNames,
  type NamedEntry,
} from '../definition/check-name-collisions.js';
import { formNames, type NamedKind } from '../resolve/form-names.js';
import { mergeDefinitions, type DefinitionEntry, type DefinitionSet } from '../definition/merge-definitions.js';
import { nameDefinitions, ownerKey, wireNameOf, type DefinitionNames } from '../resolve/name-definitions.js';
import type { Resolution, ResolvedSchema, ResolvedSchemas, SchemaRoot } from '../resolve/resolution.js';
import { resolvePrompt } from '../definition/resolve-prompt.js';
import { resolveResource, resolveResourceTemplate, resourceName } from '../definition/resolve-resource.js';
import { resolveServer } from '../definition/resolve-server.js';
import { resolveTool } from '../definition/resolve-tool.js';
import { SchemaResolver, type ReferredSchema } from '../resolve/schema-resolver.js';

/** The model, with the schemas and locations that checks and reports need. */
export interface ResolvedModel extends ResolvedSchemas {
  readonly model: Model;
  readonly diagnostics: readonly Diagnostic[];
  /** Names of the referred schemas and of the tools of APIs, to be kept for the next run. */
  readonly names: ReadonlyMap<string, string>;
  /** Where each tool is defined, by its name. */
  readonly toolLocations: ReadonlyMap<string, SourceLocation>;
  /** Where definitions have their word on the tools of APIs, by name. */
  readonly toolOrigins: ReadonlyMap<string, ToolOrigin>;
  /** The entries under `openapi`. */
  readonly apiEntries: readonly DefinitionEntry[];
}

/**
 * Turns the definition files into the model. It goes on after a problem, so that one run finds all of them; the model
 * is only good when there is no error among the diagnostics.
 *
 * @param earlierNames Names that the last run gave to referred schemas and to the tools of APIs.
 */
export function resolveModel(workspace: Workspace, earlierNames: DefinitionNames): ResolvedModel {
  const { definitions, diagnostics } = mergeDefinitions(workspace);
  const resolution: Resolution = {
    workspace,
    resolver: new SchemaResolver(workspace),
    diagnostics: [...diagnostics],
    schemas: [],
    completions: [],
  };
  const named = nameEntries(definitions);
  const tools = definitions.tools.map((entry) => resolveTool(resolution, entry, named.namesOf(entry)));
  const drafted = {
    server: resolveServer(definitions.server),
    prompts: definitions.prompts.map((entry) => resolvePrompt(resolution, entry, named.namesOf(entry))),
    resources: definitions.resources.map((entry) => resolveResource(resolution, entry, named.namesOf(entry))),
    resourceTemplates: definitions.resourceTemplates.flatMap(
      (entry) => resolveResourceTemplate(resolution, entry, named.namesOf(entry)) ?? [],
    ),
  };
  const apis = resolveApis(resolution, definitions.openapi, listTaken(named.entries, earlierNames));
  const own = [...resolution.resolver.referred.values()];
  const referred = [...own, ...apis.referred];
  const taken = new Set([...named.entries.flatMap(listTypeNames), ...apis.tools.flatMap(listToolTypes)]);
  const names = nameDefinitions(
    referred,
    taken,
    listOwners(resolution.schemas, [...tools, ...apis.tools]),
    earlierNames,
  );
  const shared = resolveShared(resolution);
  const rename = (schema: SchemaModel): SchemaModel => ({ ...schema, schema: renameRefs(schema.schema, names) });
  return {
    model: {
      ...drafted,
      server: definitions.server ? drafted.server : (apis.server ?? drafted.server),
      tools: [...tools, ...apis.tools].map((tool) => renameTool(tool, rename)),
      definitions: listDefinitions(referred, names),
      apis: apis.apis,
    },
    diagnostics: [
      ...resolution.diagnostics,
      ...resolution.resolver.diagnostics,
      ...checkNameCollisions([...named.entries.map(claimNames), ...resolution.completions]),
      ...checkEndlessRefs(own),
      ...apis.diagnostics,
      ...checkToolsets(definitions.server, [...tools, ...apis.tools]),
    ],
    schemas: resolution.schemas,
    shared,
    resolver: resolution.resolver,
    names: new Map([...names, ...apis.names]),
    toolLocations: new Map([
      ...definitions.tools.map(({ key, keyLocation }) => [key, keyLocation] as const),
      ...apis.toolLocations,
    ]),
    toolOrigins: apis.origins,
    apiEntries: definitions.openapi,
  };
}

/** Forms the names of everything that has a handler or a type. */
function nameEntries(definitions: DefinitionSet) {
  const sections: readonly [NamedKind, readonly DefinitionEntry[]][] = [
    ['Tool', definitions.tools],
    ['Prompt', definitions.prompts],
    ['Resource', definitions.resources],
    ['Resource', definitions.resourceTemplates],
  ];
  const entries = sections.flatMap(([kind, list]) =>
    list.map((entry): NamedEntry => {
      const name = kind === 'Resource' ? resourceName(entry) : entry.key;
      return { kind, name, location: entry.keyLocation, names: formNames(kind, name, entry.key), node: entry.node };
    }),
  );
  const byNode = new Map(entries.map((entry) => [entry.node, entry.names]));
  return {
    entries: entries.filter(({ node }) => !isStatic(node)),
    namesOf: (entry: DefinitionEntry) => byNode.get(entry.node) ?? formNames('Tool', entry.key, entry.key),
  };
}

/** Whether a prompt or resource has its content in the definition: it has neither handler nor types. */
function isStatic(node: SourceNode): boolean {
  return ['messages', 'text', 'blob', 'file'].some((key) => childOf(node, key) !== undefined);
}

/** Resolves what stands under `$defs`, so that references of schemas that nobody uses are looked up too. */
function resolveShared({ workspace, resolver }: Resolution): readonly SchemaRoot[] {
  return workspace.definitions.flatMap((file) =>
    entriesOf(childOf(rootOf(workspace, file), '$defs')).map(({ value: node }) => {
      const scope = resolver.scopeOf(file, [], node);
      resolver.resolve(node, scope);
      return { node, scope };
    }),
  );
}

/** What the tools of APIs cannot be called. */
function listTaken(entries: readonly NamedEntry[], earlier: DefinitionNames): TakenNames {
  const tools = entries.filter(({ kind }) => kind === 'Tool');
  const types = entries.flatMap(listTypeNames).map((name) => `type ${name}`);
  return {
    names: new Set(tools.map(({ name }) => name)),
    claims: new Set([...types, ...tools.map(({ names }) => `file ${names.fileName}`)]),
    earlier,
  };
}

function listToolTypes({ names: { typeName }, elicitations }: ToolModel): readonly string[] {
  const types = ['', 'Input', 'Output', 'Answer', ...(elicitations.length > 0 ? ['Questions'] : [])];
  return [...types.map((suffix) => typeName + suffix), ...elicitations.map((question) => question.typeName)];
}

/** Names of the schemas that tools have, by where they stand. */
function listOwners(schemas: readonly ResolvedSchema[], tools: readonly ToolModel[]): ReadonlyMap<string, string> {
  const typeNames = new Map(tools.map(({ name, names }) => [name, names.typeName]));
  return new Map(
    schemas.map(({ scope, tool, role }) => {
      const suffix = role === 'input' ? 'Input' : 'Output';
      return [ownerKey(scope.file, scope.rootPath), (typeNames.get(tool) ?? '') + suffix];
    }),
  );
}

function renameRefs(schema: SchemaModel['schema'], names: DefinitionNames): SchemaModel['schema'] {
  return mapRefs(schema, (key) => refTo(names.get(key) ?? key)) as SchemaModel['schema'];
}

function renameTool(tool: ToolModel, rename: (schema: SchemaModel) => SchemaModel): ToolModel {
  return {
    ...tool,
    input: rename(tool.input),
    ...(tool.output && { output: rename(tool.output) }),
    ...(tool.returns && { returns: tool.returns.map(({ name, value }) => ({ name, value: rename(value) })) }),
  };
}

function listDefinitions(schemas: readonly ReferredSchema[], names: DefinitionNames): readonly DefinitionModel[] {
  return schemas.map((referred) => ({
    name: names.get(referred.key) ?? referred.key,
    wireName: wireNameOf(referred),
    dialect: referred.dialect,
    schema: renameRefs(referred.schema, names),
  }));
}
