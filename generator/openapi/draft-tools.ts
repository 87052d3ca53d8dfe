import { childOf, stringAt, type SourceNode } from '../source/source-node.js';
import type { JsonObject } from '../model/json.js';
import { bindRequirements, bindSecuritySchemes } from './bind-security.js';
import { bindOwnServer, bindServer } from './bind-server.js';
import type { ApiDocument } from './api-document.js';
import type { DocumentSource } from './find-documents.js';
import { isTrueNode } from '../source/make-node.js';
import { legalName, proposeNames } from './name-operation.js';
import type { ApiOperation } from './api-operation.js';
import { annotationsOf, descriptionOf, titleOf } from './describe-operation.js';
import { draftInput } from './draft-input.js';
import { draftOutput } from './draft-output.js';
import { listOperations } from './list-operations.js';
import { listToolsets } from './list-toolsets.js';
import { filterOperations } from './operation-filter.js';
import { readBody } from './read-body.js';
import { readExtension } from './read-extension.js';
import { readParameters } from './read-parameters.js';
import { isAnsweredByRedirect, readSuccesses } from './read-responses.js';
import type { SchemaReader } from './schema-reader.js';
import type { ToolDraft } from './tool-draft.js';
import { ToolOverrides } from './tool-overrides.js';

/** What the operations of one document have in common. */
interface DraftContext {
  readonly document: ApiDocument;
  readonly reader: SchemaReader;
  readonly api: string;
  readonly prefix: string;
  readonly overrides: ToolOverrides;
  readonly schemes: JsonObject | undefined;
  readonly server: JsonObject;
  readonly isStrict: boolean;
}

/** Drafts a tool of each operation of a document that is wanted. */
export function draftTools(
  document: ApiDocument,
  reader: SchemaReader,
  { name, entry, settings }: DocumentSource,
): readonly ToolDraft[] {
  const context: DraftContext = {
    document,
    reader,
    api: name,
    prefix: stringAt(settings, 'prefix') ?? '',
    overrides: new ToolOverrides(entry),
    schemes: bindSecuritySchemes(document, name),
    server: bindServer(document, name),
    isStrict: isTrueNode(childOf(settings, 'strict')),
  };
  const operations = filterOperations(document, listOperations(document), settings);
  const drafts = operations.flatMap((operation) => draftTool(context, operation) ?? []);
  context.overrides.reportUnused(document, settings);
  return drafts;
}

function draftTool(context: DraftContext, operation: ApiOperation): ToolDraft | undefined {
  const { document, reader, prefix, api, overrides } = context;
  const extension = readExtension(document, operation);
  if (extension.isHidden) return undefined;
  const operationId = readId(operation.operation.node);
  const proposed = proposeNames(operation, operationId, prefix, api);
  const aliases = [...(operationId === undefined ? [] : [operationId]), ...proposed];
  const override = overrides.find(aliases);
  const wanted = [override.name, extension.name].flatMap((name) => (name === undefined ? [] : [legalName(name)]));
  const names = [...wanted, ...proposed];
  const successes = readSuccesses(document, operation);
  const output = draftOutput(document, reader, successes);
  const title = override.title ?? extension.title ?? titleOf(operation);
  return {
    wish: { key: `${api} ${names[0]} ${operation.method.toUpperCase()} ${operation.path}`, names },
    aliases,
    source: {
      operation,
      input: draftInput(document, reader, readParameters(document, operation), readBody(document, operation)),
      successes,
      security: bindRequirements(document, operation, context.schemes),
      server: bindOwnServer(document, operation, api, context.server),
      answersRedirect: isAnsweredByRedirect(document, operation),
    },
    ...(title !== undefined && { title }),
    description: override.description ?? extension.description ?? descriptionOf(operation),
    annotations: new Map([...annotationsOf(operation), ...(override.annotations ?? [])]),
    ...(output && { output }),
    ...(override.timeoutMs !== undefined && { timeoutMs: override.timeoutMs }),
    toolsets: listToolsets(operation, override, extension),
    ...(override.isInactive && { isInactive: true }),
    ...(override.entry && { override: override.entry }),
    isImplemented: overrides.isImplemented(aliases),
    isStrict: context.isStrict,
  };
}

function readId(operation: SourceNode): string | undefined {
  const id = childOf(operation, 'operationId');
  return id?.kind === 'scalar' && id.value !== null && String(id.value).trim() !== '' ? String(id.value) : undefined;
}
