import { defined, type JsonObject } from '../model/json.js';
import type { ToolModel } from '../model/model.js';
import type { ToolSettings } from '../model/tool-settings.js';
import type { DefinitionEntry } from '../definition/merge-definitions.js';
import { booleanAt } from '../source/read-values.js';
import { stringAt } from '../source/source-node.js';
import type { ApiDocument } from './api-document.js';
import { bindOperation, type OperationSource } from './bind-operation.js';
import { readCallLimits } from './call-limits.js';
import { annotationsOf, descriptionOf, titleOf } from './describe-operation.js';
import { filterOperations, listOperations, listTags, operationIdOf, type ApiOperation } from './operations.js';
import { isAnsweredByRedirect, readOutput, readSuccesses } from './responses.js';
import { toLegalKey, toPlainKey } from './schema/legal-key.js';
import type { RenameTable } from './schema/rename-table.js';
import type { SchemaReader } from './schema/schema-reader.js';
import { readRequirements, type BoundScheme } from './security.js';
import { bindOwnServer, isElsewhere, type BoundServer } from './servers.js';
import { proposeEarlierNames, proposeNames, type NameCandidates, type ToolNames } from './tool-names.js';
import { readInput } from './tool-input.js';
import { readExtension, ToolOverrides } from './tool-overrides.js';
import { upgradeOperation } from './upgrade-swagger.js';

/** A tool that has no name yet. Its schemas are those of the schema reader. */
export interface ToolDraft {
  readonly candidates: NameCandidates;
  readonly source: OperationSource;
  readonly output?: JsonObject;
  /** Fields of the tool that are final. */
  readonly fields: Pick<
    ToolModel,
    'title' | 'description' | 'annotations' | keyof ToolSettings | 'toolsets' | 'isInactive' | 'unlisted'
  >;
  /** Keys of the tool under `openapi.<name>.tools`. */
  readonly aliases: readonly string[];
  /** Entry of the tool under `openapi.<name>.tools`. */
  readonly override?: DefinitionEntry;
  readonly isImplemented: boolean;
}

/** A document and what all its operations share. */
export interface ApiContext {
  readonly document: ApiDocument;
  readonly reader: SchemaReader;
  /** Name of the API in the model. */
  readonly id: string;
  readonly schemes: ReadonlyMap<string, BoundScheme>;
  readonly server: BoundServer;
}

/** Whether clients find and call the operations of a document through discovery tools. */
export function isDiscovered({ entry }: ApiDocument): boolean {
  return stringAt(entry?.node, 'mode') === 'discover';
}

/** Drafts a tool for each operation of a document that the settings include. */
export function draftTools(context: ApiContext): readonly ToolDraft[] {
  const { document } = context;
  const overrides = new ToolOverrides(document);
  const operations = filterOperations(document, listOperations(document), document.entry?.node);
  const ids = new Set(operations.flatMap((operation) => operationIdOf(operation) ?? []));
  const drafts = operations.flatMap((operation) => draftTool(context, overrides, ids, operation) ?? []);
  overrides.reportUnused();
  return drafts;
}

/** @param ids Ids of all operations: none of them means another operation. */
function draftTool(
  context: ApiContext,
  overrides: ToolOverrides,
  ids: ReadonlySet<string>,
  given: ApiOperation,
): ToolDraft | undefined {
  const { document, reader, server } = context;
  const extension = readExtension(document, given);
  if (!extension) return undefined;
  const operation = document.version === '2.0' ? upgradeOperation(document, given) : given;
  const operationId = operationIdOf(operation);
  const prefix = stringAt(document.entry?.node, 'prefix') ?? '';
  const proposed = proposeNames(operation, prefix, document.name);
  const earlier = proposeEarlierNames(operation, prefix, document.name);
  const others = [...proposed, ...earlier].filter((name) => !ids.has(name));
  const aliases = [...new Set([...(operationId === undefined ? [] : [operationId]), ...others])];
  const override = overrides.find(aliases);
  const wanted = [override.name, extension.name].flatMap((name) => name ?? []);
  const names = [...wanted.map((name) => toLegalKey(name)), ...proposed];
  const successes = readSuccesses(document, operation);
  const tags = listTags(operation);
  const ownServer = bindOwnServer(document, operation, server);
  const toolsets = override.toolsets ?? (extension.toolsets ?? tags).map(legalToolset);
  const request = `${operation.sentMethod} ${operation.path}`;
  return {
    candidates: {
      key: `${document.name} ${[...wanted.map((name) => toPlainKey(name)), ...earlier][0]} ${operation.method.toUpperCase()} ${operation.path}`,
      names,
    },
    // Before the input: schemas are named in the order in which they are read.
    ...defined({ output: readOutput(reader, successes), override: override.entry }),
    source: {
      operation,
      input: readInput(document, reader, operation),
      successes,
      security: readRequirements(document, operation, context.schemes, isElsewhere(ownServer, server)),
      server: ownServer,
      answersRedirect: isAnsweredByRedirect(document, operation),
      limits: readCallLimits(override.entry?.node),
    },
    fields: {
      description: override.description ?? extension.description ?? descriptionOf(operation),
      annotations: new Map([...annotationsOf(operation), ...(override.annotations ?? [])]),
      ...defined({
        title: override.title ?? extension.title ?? titleOf(operation),
        isInactive: override.isInactive,
        unlisted: isDiscovered(document) ? { tags, request } : undefined,
      }),
      ...override.settings,
      ...(toolsets.length > 0 && { toolsets: [...new Set(toolsets)] }),
    },
    aliases,
    isImplemented: overrides.isImplemented(aliases),
  };
}

/** `all` stands for every toolset on the command line of a server. */
function legalToolset(name: string): string {
  return toLegalKey(name, (key) => key === 'all');
}

/** Maximal bytes of an advertised input schema. */
const maxInputSchema = 32_768;

/**
 * Completes a tool.
 *
 * @param finish Gives a schema its final references.
 */
export function finishTool(
  { document, id: api }: ApiContext,
  { fields, source, output, isImplemented }: ToolDraft,
  names: ToolNames,
  renames: RenameTable,
  finish: (schema: JsonObject) => JsonObject,
): ToolModel {
  const isStrict = booleanAt(document.entry?.node, 'strict') === true;
  const { timeoutMs, ...others } = fields;
  return {
    ...names,
    ...others,
    // The limit of a forwarded call is that of its operation, which keeps what was read of a stream.
    ...(isImplemented && defined({ timeoutMs })),
    extensions: new Map(),
    input: { dialect: '2020-12', schema: finish(source.input.schema) },
    ...(output && { output: { dialect: '2020-12', schema: finish(output) } }),
    handler: {
      kind: 'forward',
      api,
      operation: bindOperation(source, renames),
      isImplemented,
      allowsInvalidOutput: !isStrict && !isImplemented,
    },
    elicitations: [],
    advertisesDefaultsOnly: true,
    maxInputSchema,
    outputBudget: isStrict || fields.unlisted ? 'own' : 'shared',
  };
}
