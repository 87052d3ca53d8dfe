import { defined, type JsonObject } from '../../core/model/json.js';
import type { SchemaModel, ToolModel, TransformModel } from '../../core/model/model.js';
import type { ToolSettings } from '../../core/model/tool-settings.js';
import type { DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import { childOf, stringAt } from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';
import { listResponseTypes } from './response-types.js';
import { bindOperation, type OperationSource } from './bind-operation.js';
import { readCallLimits } from './call-limits.js';
import type { DocumentScopes } from './document-scopes.js';
import { draftOutput, type OutputContext, type OutputDraft } from './draft-output.js';
import { annotationsOf, descriptionOf, titleOf } from './describe-operation.js';
import { filterOperations, readToolsets, type FilteredToolset } from './operation-filters.js';
import { listOperations, listTags, operationIdOf, type ApiOperation } from './operations.js';
import { isJsonType } from './media-types.js';
import { addErrorResponses } from './add-error-responses.js';
import { readErrorResponses, type ErrorDraft } from './response-errors.js';
import { endsInRedirect, readOutput, readSuccesses } from './responses.js';
import { toLegalKey, toPlainKey } from './schema/legal-key.js';
import type { RenameTable } from './schema/rename-table.js';
import { readRequirements, type BoundScheme } from './security.js';
import { bindOwnServer, isElsewhere, type BoundServer } from './servers.js';
import {
  fitName,
  proposeEarlierNames,
  proposeNames,
  recallName,
  type NameCandidates,
  type TakenNames,
  type ToolNames,
} from './tool-names.js';
import { withScopes } from '../auth/scopes-part.js';
import { withToolsets } from '../toolsets/toolsets-part.js';
import { readInput } from './tool-input.js';
import { readExtensions } from './mcp-extensions.js';
import { ToolOverrides, type ToolOverride, type ToolTexts } from './tool-overrides.js';
import { upgradeOperation } from './upgrade-swagger.js';

/** Tool before its final name is chosen. References in its schemas are keys of the schema reader. */
export interface ToolDraft {
  readonly candidates: NameCandidates;
  readonly source: OperationSource;
  readonly outputDraft: OutputDraft;
  readonly errors: readonly ErrorDraft[];
  /** Tool fields that are already final. */
  readonly fields: Pick<
    ToolModel,
    'title' | 'description' | 'annotations' | keyof ToolSettings | 'parts' | 'isInactive' | 'unlisted' | 'operationId'
  >;
  /** Keys that refer to the tool under `openapi.<name>.tools`. */
  readonly aliases: readonly string[];
  /** Entry of the tool under `openapi.<name>.tools`. */
  readonly override?: DefinitionEntry;
  readonly isImplemented: boolean;
}

/** Document with the data that all its operations share. */
export interface ApiContext extends OutputContext {
  /** Name of the API in the model. */
  readonly id: string;
  readonly schemes: ReadonlyMap<string, BoundScheme>;
  readonly server: BoundServer;
  readonly scopes: DocumentScopes;
  /** Maximum number of characters in a tool name that the user did not choose. */
  readonly maxNameLength: number;
  readonly taken: TakenNames;
  /** Names of types for error data, by JSON text of the schema, or by tool and error, and of types of definitions. */
  readonly errorTypes: Map<string, string>;
}

/** Whether clients reach the operations of a document through discovery tools. */
export function isDiscovered({ entry }: ApiDocument): boolean {
  return stringAt(entry?.node, 'mode') === 'discover' || isCode({ entry });
}

/** Whether clients call the operations of a document in code mode. */
export function isCode({ entry }: Pick<ApiDocument, 'entry'>): boolean {
  return stringAt(entry?.node, 'mode') === 'code';
}

/** Drafts a tool for each operation of a document that the settings include. */
export function draftTools(context: ApiContext): readonly ToolDraft[] {
  const { document } = context;
  const overrides = new ToolOverrides(document);
  const operations = filterOperations(document, listOperations(document));
  const toolsets = readToolsets(document, operations);
  const ids = new Set(operations.flatMap((operation) => operationIdOf(operation) ?? []));
  const drafts = operations.flatMap((operation) => draftTool(context, { overrides, toolsets, ids }, operation) ?? []);
  overrides.reportUnused();
  context.scopes.reportUnused();
  return drafts;
}

/** Settings that all tools of a document share. */
interface SharedSettings {
  readonly overrides: ToolOverrides;
  readonly toolsets: readonly FilteredToolset[];
  /** IDs of all operations; no name can refer to one operation if it is the ID of another. */
  readonly ids: ReadonlySet<string>;
}

/** Returns the id of an operation if it has parts, such as `issues/create`. */
function partedIdOf(operation: ApiOperation): string | undefined {
  const id = operationIdOf(operation);
  return id !== undefined && /[/.]/u.test(id) ? id : undefined;
}

function draftTool(
  context: ApiContext,
  { overrides, toolsets: ownToolsets, ids }: SharedSettings,
  given: ApiOperation,
): ToolDraft | undefined {
  const { document, reader, server, maxNameLength } = context;
  const extension = readExtensions(document, given);
  if (!extension) return undefined;
  const operation = document.version === '2.0' ? upgradeOperation(document, given) : given;
  const { keyOf, proposed, earlier, aliases } = nameDraft(context, ids, operation);
  const override = overrides.find(aliases);
  const wanted = [override.name, extension.name].flatMap((name) => name ?? []);
  const names = [...wanted.map((name) => toLegalKey(name)), ...proposed];
  const successes = readSuccesses(document, operation);
  const responseTypes = listResponseTypes(successes);
  const ownServer = bindOwnServer(document, operation, server);
  const toolsets = override.toolsets ?? [
    ...(extension.toolsets ?? listTags(operation)).map(legalToolset),
    ...ownToolsets.filter(({ matches }) => matches(given)).map(({ name }) => name),
  ];
  // The output is read before the input, because schemas are named in reading order.
  const output = readOutput(reader, successes);
  const input = readInput(document, reader, operation, responseTypes.offered);
  const errors = readErrorResponses(document, reader, operation);
  const isImplemented = overrides.isImplemented(aliases);
  const outputDraft = draftOutput(context, override.entry?.node, input, output, isImplemented);
  return {
    candidates: {
      key: keyOf([...wanted.map((name) => toPlainKey(name)), ...earlier][0]),
      names,
      // Clients do not see discovered operations as tools.
      maxLength: wanted.length > 0 || isDiscovered(document) ? undefined : maxNameLength,
    },
    outputDraft,
    errors,
    ...defined({ override: override.entry }),
    source: {
      operation,
      input: outputDraft.input,
      responseTypes,
      security: readRequirements(document, operation, context.schemes, isElsewhere(ownServer, server)),
      server: ownServer,
      answersRedirect: endsInRedirect(document, operation),
      limits: readCallLimits(override.entry?.node),
      output: outputDraft.binding,
    },
    fields: withToolsets(draftFields(context, operation, override, extension), toolsets),
    aliases,
    isImplemented,
  };
}

/**
 * Drafts the fields of a tool. In order of precedence, they come from settings, extensions of the document, and the
 * operation.
 */
function draftFields(
  { document, scopes }: ApiContext,
  operation: ApiOperation,
  override: ToolOverride,
  extension: ToolTexts,
): ToolDraft['fields'] {
  const { sentMethod, path } = operation;
  const fields: ToolDraft['fields'] = {
    description: override.description ?? extension.description ?? descriptionOf(operation),
    annotations: new Map([...annotationsOf(operation), ...(override.annotations ?? [])]),
    ...defined({
      title: override.title ?? extension.title ?? titleOf(operation),
      isInactive: override.isInactive,
      unlisted: isDiscovered(document) ? { tags: listTags(operation), request: `${sentMethod} ${path}` } : undefined,
      operationId: partedIdOf(operation),
    }),
    ...override.settings,
  };
  return childOf(override.entry?.node, 'scopes') ? fields : withScopes(fields, scopes.find(operation));
}

/** Returns candidate tool names of an operation, and the names that settings can use for it. */
function nameDraft({ document, maxNameLength, taken }: ApiContext, ids: ReadonlySet<string>, operation: ApiOperation) {
  const operationId = operationIdOf(operation);
  const prefix = stringAt(document.entry?.node, 'prefix') ?? '';
  const proposed = proposeNames(operation, prefix, document.name);
  const earlier = proposeEarlierNames(operation, prefix, document.name);
  const keyOf = (name = '') => `${document.name} ${name} ${operation.method.toUpperCase()} ${operation.path}`;
  const fitted = proposed.map((name) => fitName(name, maxNameLength));
  const recalled = recallName(taken, keyOf(earlier[0])) ?? [];
  const others = [...proposed, ...fitted, ...earlier].concat(recalled).filter((name) => !ids.has(name));
  const aliases = [...new Set([...(operationId === undefined ? [] : [operationId]), ...others])];
  return { keyOf, proposed, earlier, aliases };
}

/** Replaces the toolset name `all`, which selects every toolset on a server's command line. */
function legalToolset(name: string): string {
  return toLegalKey(name, (key) => key === 'all');
}

/** Whether a call can request a response that is not JSON. */
function offersUnstructured({ input, responseTypes }: OperationSource): boolean {
  return input.accept !== undefined && !responseTypes.offered.every(isJsonType);
}

/** Maximum number of bytes in an advertised input schema. */
const maxInputSchema = 32_768;

/**
 * Completes a tool.
 *
 * @param finish Rewrites the references of a schema to their final form.
 * @see docs/decisions/0009-api-defaults-are-advertised-not-filled-in.md
 */
export function finishTool(
  { document, id: api, errorTypes }: ApiContext,
  { candidates, fields, source, outputDraft, errors, isImplemented }: ToolDraft,
  names: ToolNames,
  renames: RenameTable,
  finish: (schema: JsonObject) => JsonObject,
): ToolModel {
  const isStrict = stringAt(document.entry?.node, 'validateResponses') === 'error';
  const { timeoutMs, ...others } = fields;
  const { output, transform, next, isAltered } = outputDraft;
  const toModel = (schema: JsonObject): SchemaModel => ({ dialect: '2020-12', schema: finish(schema) });
  const tool: ToolModel = {
    ...names,
    ...others,
    // For a forwarded call, the operation's timeout applies instead; when it expires, the part of a stream read so far is kept.
    ...(isImplemented && defined({ timeoutMs })),
    extensions: new Map(),
    input: toModel(source.input.schema),
    ...(output && { output: toModel(output) }),
    handler: {
      kind: 'forward',
      api,
      operation: bindOperation(source, renames),
      isImplemented,
      // Results of user code are validated.
      allowsInvalidOutput: !isStrict && !isImplemented && !transform,
      ...(offersUnstructured(source) && { allowsUnstructured: true }),
      altersOutput: isAltered,
      ...defined({ transform: transform && finishTransform(transform, toModel) }),
    },
    ...defined({ next }),
    elicitations: [],
    ...(candidates.maxLength !== undefined && { hasGeneratedName: true }),
    advertisesDefaultsOnly: true,
    maxInputSchema,
    outputBudget: isStrict || fields.unlisted ? 'own' : 'shared',
  };
  return addErrorResponses(tool, errors, toModel, errorTypes);
}

function finishTransform(
  { value, ...named }: NonNullable<OutputDraft['transform']>,
  toModel: (schema: JsonObject) => SchemaModel,
): TransformModel {
  return { ...named, ...(value && { value: toModel(value) }) };
}
