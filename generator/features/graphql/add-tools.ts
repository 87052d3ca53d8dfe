import { createHash } from 'node:crypto';
import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import { defined, jsonObjectOf, type Json, type JsonObject } from '../../core/model/json.js';
import type { ApiModel, SchemaModel, ToolModel } from '../../core/model/model.js';
import { mapRefs, refTo } from '../../core/schema/map-schema.js';
import { booleanAt, objectAt, textsAt, toolSettingsAt } from '../../core/source/read-values.js';
import { childOf, entriesOf, entryOf, itemsOf, stringAt, type MapEntry } from '../../core/source/source-node.js';
import type { DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import type { AddedTools, ToolSource } from '../../feature-kit/feature.js';
import type { ReferredSchema } from '../../feature-kit/resolve/schema-resolver.js';
import { annotationsOf } from '../apis/describe-operation.js';
import { readOutputSettings } from '../apis/output-settings.js';
import { requireConfigured } from '../apis/security.js';
import { fitName, nameTools, type NameCandidates, type ToolNames } from '../apis/tool-names.js';
import { readTexts } from '../apis/tool-overrides.js';
import { bindEndpoint, createApi, type BoundEndpoint } from './bind-endpoint.js';
import { graphqlDiagnostics } from './diagnostics.js';
import { compiledPart, type CompiledApi, type CompiledOperation } from './graphql-part.js';
import { readPersisted } from './read-settings.js';

/** Endpoint whose operations become tools. */
interface Endpoint {
  readonly id: string;
  readonly entry: DefinitionEntry;
  readonly endpoint: BoundEndpoint;
  readonly compiled: CompiledApi;
  readonly api: ApiModel;
}

/** Operation with its candidate names. */
interface Draft {
  readonly endpoint: Endpoint;
  readonly operation: CompiledOperation;
  readonly candidates: NameCandidates;
  /** Settings of the tool. */
  readonly settings?: MapEntry;
}

/** Adds a tool for each operation of the endpoints under `graphql`. */
export function addOperations(source: ToolSource): AddedTools {
  const diagnostics: Diagnostic[] = [];
  const endpoints = listEndpoints(source, diagnostics);
  const drafts = endpoints.flatMap((endpoint) => draftTools(source, endpoint));
  const named = nameTools(
    drafts.map(({ candidates }) => candidates),
    source.taken,
  );
  const tools = drafts.flatMap((draft) => {
    const names = named.namesByCandidates.get(draft.candidates);
    if (!names) return [];
    const override = overrideOf(draft);
    return [{ tool: createTool(draft, names), location: draft.operation.location, ...(override && { override }) }];
  });
  return {
    tools,
    apis: endpoints.map(({ api }) => api),
    referred: endpoints.flatMap(listReferred),
    diagnostics: [...diagnostics, ...endpoints.flatMap(checkSettings)],
    names: named.memory,
  };
}

/** Lists the endpoints whose operations are compiled. Reports problems of all endpoints. */
function listEndpoints({ workspace, definitions, server }: ToolSource, diagnostics: Diagnostic[]): readonly Endpoint[] {
  const all = compiledPart.of(workspace);
  const documents = new Map(definitions.openapi.map((entry) => [entry.key, entry]));
  return (definitions.sections.get('graphql') ?? []).flatMap((entry, index): readonly Endpoint[] => {
    const endpoint = bindEndpoint(entry.node, diagnostics);
    const compiled = all?.get(entry.key);
    diagnostics.push(...(compiled?.diagnostics ?? []));
    const other = documents.get(entry.key);
    if (other) {
      // Variables and tokens of callers are kept by this name.
      const message = `\`${entry.key}\` is also the name of an API under \`openapi\`.`;
      const related = [{ message: 'the other API', location: other.keyLocation }];
      const help = 'Rename one of them.';
      diagnostics.push(createDiagnostic('duplicate-name', entry.keyLocation, message, { related, help }));
    }
    if (!endpoint || !compiled) return [];
    const id = `graphql${index + 1}`;
    return [{ id, entry, endpoint, compiled, api: createApi(id, entry, endpoint, server, diagnostics) }];
  });
}

function draftTools({ maxNameLength }: ToolSource, endpoint: Endpoint): readonly Draft[] {
  const { entry, compiled } = endpoint;
  const prefix = stringAt(entry.node, 'prefix') ?? '';
  return compiled.operations.map((operation) => {
    const key = `graphql ${entry.key} ${operation.name}`;
    const proposed = [prefix + operation.name, `${entry.key}_${operation.name}`].map((name) => fitName(name, 64));
    const settings = entryOf(childOf(entry.node, 'tools'), operation.name);
    const chosen = readTexts(settings?.value).name;
    const candidates =
      chosen === undefined ? { key, names: proposed, maxLength: maxNameLength } : { key, names: [chosen] };
    return { endpoint, operation, candidates, ...(settings && { settings }) };
  });
}

function overrideOf({ endpoint: { entry }, settings }: Draft): DefinitionEntry | undefined {
  if (!settings) return undefined;
  const { key, keyLocation, value: node } = settings;
  return { key, keyLocation, node, file: entry.file, path: [...entry.path, entry.key, 'tools', key] };
}

function createTool({ endpoint, operation, candidates, settings }: Draft, names: ToolNames): ToolModel {
  const { entry, id } = endpoint;
  const node = settings?.value;
  const texts = readTexts(node);
  const keyOf = (name: string): string => `graphql ${entry.key} ${name}`;
  const toModel = (schema: JsonObject): SchemaModel => ({
    dialect: '2020-12',
    schema: mapRefs(schema, (name) => refTo(keyOf(name))) as JsonObject,
  });
  const isImplemented =
    booleanAt(entry.node, 'implement') === true || textsAt(entry.node, 'implement').includes(operation.name);
  const { timeoutMs, ...toolSettings } = toolSettingsAt(node);
  const { maxTokens } = readOutputSettings(node);
  const isStrict = stringAt(entry.node, 'validateResponses') !== 'warn';
  const isExact = isStrict && !(maxTokens ?? readOutputSettings(entry.node).maxTokens);
  return {
    ...names,
    ...defined({ title: texts.title }),
    description: texts.description ?? operation.description,
    annotations: new Map([...annotate(operation), ...(objectAt(node, 'annotations') ?? [])]),
    ...toolSettings,
    // A timeout applies to the request, unless a handler can send several requests.
    ...(isImplemented && defined({ timeoutMs })),
    ...(booleanAt(node, 'enabled') === false && { isInactive: true }),
    extensions: new Map(),
    input: toModel(operation.input),
    output: toModel(operation.output),
    handler: {
      kind: 'forward',
      key: 'graphql',
      api: id,
      operation: bindOperation(endpoint, operation, { timeoutMs, maxTokens, isStrict, isExact }),
      isImplemented,
      allowsInvalidOutput: !isStrict && !isImplemented,
      altersOutput: !isExact,
    },
    elicitations: [],
    ...(candidates.maxLength !== undefined && { hasGeneratedName: true }),
    advertisesDefaultsOnly: true,
    maxInputSchema,
    outputBudget: isExact ? 'own' : 'shared',
  };
}

/** Maximum number of bytes in an advertised input schema. */
const maxInputSchema = 32_768;

/** Names of mutations that only add data. */
const additive = /^(?:add|create|insert|post|send|submit)(?![a-z])/u;

/** Returns the annotations of a tool. A mutation is destructive unless the names of all its root fields say that it adds data. */
function annotate({ kind, rootFields }: CompiledOperation): JsonObject {
  if (kind === 'query') return annotationsOf({ method: 'get' });
  const destructiveHint = !rootFields.every((name) => additive.test(name));
  return new Map<string, Json>([...annotationsOf({ method: 'post' }), ['destructiveHint', destructiveHint]]);
}

interface OutputBinding {
  readonly timeoutMs: number | undefined;
  readonly maxTokens: number | undefined;
  readonly isStrict: boolean;
  /** Whether results are sent unchanged. */
  readonly isExact: boolean;
}

/** Binds an operation for the runtime (`ForwardOperation`). */
function bindOperation(
  { entry: { node }, endpoint }: Endpoint,
  { kind, name, text }: CompiledOperation,
  { timeoutMs, maxTokens, isStrict, isExact }: OutputBinding,
): JsonObject {
  const auth = childOf(node, 'auth');
  const persisted = readPersisted(node);
  const output = jsonObjectOf({
    maxTokens,
    isExact: isExact || undefined,
    isChecked: (isStrict && !isExact) || undefined,
  });
  return jsonObjectOf({
    method: 'POST',
    path: endpoint.path,
    query: endpoint.query.length > 0 ? endpoint.query : undefined,
    accept: ['application/graphql-response+json', 'application/json'],
    isIdempotent: kind === 'query' ? true : undefined,
    graphql: jsonObjectOf({
      name,
      text: persisted === 'only' ? undefined : text,
      digest: persisted === 'text' ? undefined : digestOf(text),
    }),
    security: auth && requireConfigured(auth),
    timeoutMs,
    output: output.size > 0 ? output : undefined,
  });
}

/** Returns the SHA-256 of the text of an operation in hexadecimal. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Lists the types of an endpoint that schemas refer to. */
function listReferred({ entry, compiled: { types, schemaFile } }: Endpoint): readonly ReferredSchema[] {
  const keyOf = (name: string): string => `graphql ${entry.key} ${name}`;
  return types.map(({ name, schema }) => ({
    key: keyOf(name),
    file: schemaFile,
    path: ['$defs', name],
    rootPath: [],
    dialect: '2020-12',
    schema: mapRefs(schema, (other) => refTo(keyOf(other))) as JsonObject,
    location: entry.keyLocation,
  }));
}

/** Reports settings of operations that do not exist. */
function checkSettings({ entry, compiled }: Endpoint): readonly Diagnostic[] {
  // Operations with errors are missing.
  if (compiled.operations.length === 0) return [];
  const names = compiled.operations.map(({ name }) => name);
  const implemented = itemsOf(childOf(entry.node, 'implement')).map((item) => {
    return { key: item.kind === 'scalar' ? String(item.value) : '', keyLocation: item.location };
  });
  return [...entriesOf(childOf(entry.node, 'tools')), ...implemented].flatMap(({ key, keyLocation }) => {
    if (names.includes(key)) return [];
    const help = didYouMean(key, names) ?? `Operations: ${names.slice(0, 30).join(', ')}.`;
    const message = `There is no operation \`${key}\`.`;
    return [createDiagnostic(graphqlDiagnostics['invalid-graphql'], keyLocation, message, { help })];
  });
}
