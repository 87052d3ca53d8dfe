import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { Workspace } from '../../feature-kit/load/workspace.js';
import type {
  DefinitionModel,
  Model,
  SchemaModel,
  ServerModel,
  ToolModel,
  ToolOrigin,
} from '../../core/model/model.js';
import { nameTypes } from '../../core/model/type-names.js';
import {
  checkNameCollisions,
  listTypeNames,
  type NamedEntry,
} from '../../feature-kit/definition/check-name-collisions.js';
import type { DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import { resolveDefinitions, resolveShared } from '../definition/resolve-definitions.js';
import type { AddedTools, ToolSource } from '../../feature-kit/feature.js';
import { features } from '../../features.js';
import { limitNames } from '../profiles/adapt-model.js';
import type { Profile } from '../profiles/client-profiles.js';
import type { ResolvedSchema, ResolvedSchemas } from '../../feature-kit/definition/resolve-entry.js';
import { listAddedTypes } from '../definition/read-features.js';
import { overrideTool } from '../definition/resolve-tool.js';
import { resolveApis } from '../../features/apis/resolve-apis.js';
import type { TakenNames } from '../../features/apis/tool-names.js';
import { checkCircularRefs } from '../../feature-kit/resolve/check-circular-refs.js';
import {
  nameDefinitions,
  ownerKey,
  wireNameOf,
  type DefinitionNames,
} from '../../feature-kit/resolve/name-definitions.js';
import type { ReferredSchema } from '../../feature-kit/resolve/schema-resolver.js';
import { mapRefs, refTo } from '../../core/schema/map-schema.js';

/** The model, with schemas and locations for checks and reports. */
export interface ResolvedModel extends ResolvedSchemas {
  readonly model: Model;
  readonly diagnostics: readonly Diagnostic[];
  /** Names of referenced schemas and API tools, for the next run. */
  readonly names: ReadonlyMap<string, string>;
  /** Feature entries, by the URI of the resource that the entry adds. */
  readonly added: ReadonlyMap<string, DefinitionEntry>;
  /** Location of each tool's definition, by tool name. */
  readonly toolLocations: ReadonlyMap<string, SourceLocation>;
  /** Place of each API tool's settings, by tool name. */
  readonly toolOrigins: ReadonlyMap<string, ToolOrigin>;
  /** Entries under `openapi`. */
  readonly apiEntries: readonly DefinitionEntry[];
}

/**
 * Resolves the definition files to the model. Continues after a problem, so that one run reports all problems. The
 * model is valid only if there are no errors.
 * @param earlierNames Names of referenced schemas and API tools in the last run.
 * @param profiles Client profiles that limit the names of API tools.
 */
export function resolveModel(
  workspace: Workspace,
  earlierNames: DefinitionNames,
  profiles: readonly Profile[],
): ResolvedModel {
  const { definitions, resolution, named, tools, ...ownParts } = resolveDefinitions(workspace);
  const serverName = definitions.server && ownParts.server.name;
  const taken = listTaken(named, earlierNames);
  const limit = (server: string): number => limitNames(profiles, server);
  const apis = resolveApis(workspace, definitions, serverName, taken, limit);
  const owner = serverName ?? '';
  const source = { workspace, definitions, server: owner, taken, maxNameLength: limit(owner) };
  const others = addTools(
    source,
    apis.tools.flatMap(({ tool }) => listClaims(tool)),
  );
  const addedTools = [...apis.tools, ...others.tools];
  const apiTools = addedTools.map(({ tool, override }) => (override ? overrideTool(resolution, override, tool) : tool));
  const ownReferred = [...resolution.resolver.referred.values()];
  const referred = [...ownReferred, ...apis.referred, ...others.referred];
  const takenTypes = new Set([...named.flatMap(listTypeNames), ...apiTools.flatMap(listToolTypes)]);
  const owners = listOwners(resolution.schemas, [...tools, ...apiTools]);
  const names = nameDefinitions(referred, takenTypes, owners, earlierNames);
  const shared = resolveShared(resolution);
  const server = definitions.server ? ownParts.server : (apis.server ?? ownParts.server);
  const rename = (schema: SchemaModel): SchemaModel => ({ ...schema, schema: renameRefs(schema.schema, names) });
  const read: Model = {
    ...ownParts,
    server,
    tools: [...tools, ...apiTools].map((tool) => settleCoercion(renameTool(tool, rename), server)),
    definitions: listDefinitions(referred, names),
    apis: [...apis.apis, ...others.apis],
    variables: [],
    packages: [],
  };
  const reading = { resolution, definitions, apis };
  const model = addNeeds(features.reduce((all, feature) => feature.read?.(all, reading) ?? all, read));
  return {
    model,
    diagnostics: [
      ...resolution.diagnostics,
      ...resolution.resolver.diagnostics,
      ...checkNameCollisions(named, resolution.functions),
      ...checkCircularRefs(ownReferred),
      ...apis.diagnostics,
      ...others.diagnostics,
      ...features.flatMap(({ check }) => check?.(model, reading) ?? []),
    ],
    schemas: resolution.schemas,
    examples: resolution.examples,
    shared,
    resolver: resolution.resolver,
    names: new Map([...names, ...apis.names, ...others.names]),
    toolLocations: locateTools(definitions.tools, addedTools),
    added: resolution.added,
    toolOrigins: new Map(apis.tools.flatMap(({ tool, origin }) => (origin ? [[tool.name, origin]] : []))),
    apiEntries: definitions.openapi,
  };
}

/** Returns the location of each tool by name. */
function locateTools(
  entries: readonly DefinitionEntry[],
  added: readonly { readonly tool: ToolModel; readonly location?: SourceLocation }[],
): ReadonlyMap<string, SourceLocation> {
  return new Map([
    ...entries.map(({ key, keyLocation }) => [key, keyLocation] as const),
    ...added.flatMap(({ tool, location }) => (location ? [[tool.name, location] as const] : [])),
  ]);
}

/**
 * Lets features add tools that are not under `tools`.
 * @param taken Names of the tools of documents, in addition to those in the source.
 */
function addTools(source: ToolSource, taken: readonly string[]): AddedTools {
  const claims = new Set([...source.taken.claims, ...taken]);
  const added = features.flatMap((feature) => {
    const own = feature.tools?.({ ...source, taken: { ...source.taken, claims } });
    own?.tools.flatMap(({ tool }) => listClaims(tool)).forEach((claim) => claims.add(claim));
    return own ?? [];
  });
  return {
    tools: added.flatMap(({ tools }) => tools),
    apis: added.flatMap(({ apis }) => apis),
    referred: added.flatMap(({ referred }) => referred),
    diagnostics: added.flatMap(({ diagnostics }) => diagnostics),
    names: new Map(added.flatMap(({ names }) => [...names])),
  };
}

/** Adds variables and packages that features need. */
export function addNeeds(model: Model): Model {
  return {
    ...model,
    variables: features.flatMap(({ environment }) => environment?.(model) ?? []),
    packages: features.flatMap(({ packages }) => packages?.(model) ?? []),
  };
}

/** Applies the server's `coerce` to a tool that does not set it. */
function settleCoercion(tool: ToolModel, server: ServerModel): ToolModel {
  const { coerce = server.coerce === true, ...others } = tool;
  return coerce ? { ...others, coerce } : others;
}

/** Lists the names of an API tool, which no other tool can have. */
function listClaims(tool: ToolModel): readonly string[] {
  const types = listToolTypes(tool).map((name) => `type ${name}`);
  return [`tool ${tool.name}`, `file ${tool.names.fileName.toLowerCase()}`, ...types];
}

/** Lists names that API tools cannot use. */
function listTaken(entries: readonly NamedEntry[], earlier: DefinitionNames): TakenNames {
  const tools = entries.filter(({ kind }) => kind === 'Tool');
  const types = entries.flatMap(listTypeNames).map((name) => `type ${name}`);
  return {
    claims: new Set([...types, ...tools.flatMap(({ name, names }) => [`tool ${name}`, `file ${names.fileName}`])]),
    earlier,
  };
}

function listToolTypes(tool: ToolModel): readonly string[] {
  const {
    names: { typeName },
    elicitations,
    handler: toolHandler,
  } = tool;
  const { handler, input, output, result, value, elicitations: elicitationsType } = nameTypes(typeName);
  const isTransformed = toolHandler.kind === 'forward' && toolHandler.transform !== undefined;
  const contentTypes = elicitations.map((elicitation) => elicitation.typeName);
  return [
    handler,
    input,
    output,
    result,
    ...(isTransformed ? [value] : []),
    ...listAddedTypes(tool),
    ...(contentTypes.length > 0 ? [elicitationsType, ...contentTypes] : []),
  ];
}

/** Lists the type name of the tool that each root schema belongs to, by {@link ownerKey}. */
function listOwners(schemas: readonly ResolvedSchema[], tools: readonly ToolModel[]): ReadonlyMap<string, string> {
  const stems = new Map(tools.map(({ name, names }) => [name, names.typeName]));
  return new Map(
    schemas.map(({ scope, tool, role }) => [
      ownerKey(scope.file, scope.rootPath),
      nameTypes(stems.get(tool) ?? '')[role === 'input' || role === 'supplied' ? 'input' : 'output'],
    ]),
  );
}

function renameRefs(schema: SchemaModel['schema'], names: DefinitionNames): SchemaModel['schema'] {
  return mapRefs(schema, (key) => refTo(names.get(key) ?? key)) as SchemaModel['schema'];
}

function renameTool(tool: ToolModel, rename: (schema: SchemaModel) => SchemaModel): ToolModel {
  const { handler } = tool;
  const transform = handler.kind === 'forward' ? handler.transform : undefined;
  return {
    ...tool,
    ...(handler.kind === 'forward' &&
      transform?.value && { handler: { ...handler, transform: { ...transform, value: rename(transform.value) } } }),
    input: rename(tool.input),
    ...(tool.supplied && { supplied: rename(tool.supplied) }),
    ...(tool.output && { output: rename(tool.output) }),
    ...(tool.addedSchemas && {
      addedSchemas: tool.addedSchemas.map((each) => ({ ...each, schema: rename(each.schema) })),
    }),
    ...(tool.examples && {
      examples: tool.examples.map(({ outputSchema, ...example }) => ({
        ...example,
        ...(outputSchema && { outputSchema: rename(outputSchema) }),
      })),
    }),
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
