import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import type { Workspace } from '../load/load-definitions.js';
import { jsonObjectOf } from '../model/json.js';
import type { ApiModel, EnvironmentVariable, ServerModel, ToolModel, ToolOrigin } from '../model/model.js';
import type { DefinitionEntry } from '../resolve/definition-entry.js';
import { indexFilesById } from '../resolve/locate-reference.js';
import { SchemaResolver, type ReferredSchema } from '../resolve/schema-resolver.js';
import { childOf, stringAt } from '../source/source-node.js';
import { ApiDocument } from './api-document.js';
import { makeDiscoveryTools, proposeDiscoveryNames } from './discovery-tools.js';
import { draftTools, finishTool, type ApiContext, type ToolDraft } from './draft-tools.js';
import { findDocuments, type DocumentSource } from './find-documents.js';
import { breakCycles } from './schema/break-cycles.js';
import { mergeDirections } from './schema/merge-directions.js';
import { RenameTable } from './schema/rename-table.js';
import { SchemaReader } from './schema/schema-reader.js';
import { bindSecuritySchemes } from './security.js';
import { bindServer } from './servers.js';
import { nameTools, type TakenNames } from './tool-names.js';

/** Parts of the model that OpenAPI documents describe. References in schemas are keys of `referred`. */
export interface ResolvedApis {
  readonly tools: readonly ToolModel[];
  readonly apis: readonly ApiModel[];
  readonly referred: readonly ReferredSchema[];
  readonly diagnostics: readonly Diagnostic[];
  /** Names of tools, to be given again in the next run. */
  readonly names: ReadonlyMap<string, string>;
  readonly toolLocations: ReadonlyMap<string, SourceLocation>;
  readonly origins: ReadonlyMap<string, ToolOrigin>;
  /** Entries under `openapi.<name>.tools`, by the name of the tool. */
  readonly overrides: ReadonlyMap<string, DefinitionEntry>;
  /** Server for projects whose definitions have no `server`. */
  readonly server?: ServerModel;
}

/** Makes tools of the operations of all OpenAPI documents. */
export function resolveApis(
  workspace: Workspace,
  entries: readonly DefinitionEntry[],
  taken: TakenNames,
): ResolvedApis {
  const { documents, diagnostics: found } = findDocuments(workspace, entries);
  const diagnostics = [...found];
  const resolver = new SchemaResolver(workspace);
  const filesById = documents.length > 0 ? indexFilesById(workspace) : new Map<string, string>();
  const drafted = documents.map((source, index) => {
    const root = { node: source.root, file: source.file };
    const document = new ApiDocument(workspace, filesById, diagnostics, root, source.version);
    const isDiscovered = stringAt(source.entry?.node, 'mode') === 'discover';
    const prefix = stringAt(source.entry?.node, 'prefix') ?? '';
    const context: ApiContext = {
      source,
      document,
      reader: new SchemaReader(document, resolver),
      id: `api${index + 1}`,
      schemes: bindSecuritySchemes(document, source.name),
      server: bindServer(document, source.name),
      isDiscovered,
    };
    const discovery = isDiscovered ? proposeDiscoveryNames(source.name, prefix) : [];
    return { context, discovery, drafts: draftTools(context) };
  });
  const candidates = drafted.flatMap((api) => [...api.discovery, ...api.drafts.map((draft) => draft.candidates)]);
  const named = nameTools(candidates, taken);
  const referred = breakCycles([...resolver.referred.values()]);
  const renames = new RenameTable(referred);
  const merged = mergeDirections(referred);
  const tools = drafted.flatMap(({ context: { id, source }, discovery, drafts }) => {
    const operations = drafts.flatMap((draft) => {
      const names = named.given.get(draft.candidates);
      return names ? [finishTool(draft, names, id, renames, merged.finish)] : [];
    });
    const names = discovery.flatMap((candidate) => named.given.get(candidate) ?? []);
    const title = stringAt(childOf(source.root, 'info'), 'title') ?? source.name;
    return [...makeDiscoveryTools({ id, title }, names, operations), ...operations];
  });
  const byName = drafted.flatMap(({ context: { source }, drafts }) =>
    drafts.map((draft) => ({ name: named.given.get(draft.candidates)?.name ?? '', draft, source })),
  );
  const [first] = documents;
  return {
    tools,
    apis: drafted.map(({ context, drafts }) => bindApi(context, drafts, renames)),
    referred: merged.referred,
    diagnostics,
    names: named.memory,
    toolLocations: new Map(byName.map(({ name, draft }) => [name, draft.source.operation.location])),
    origins: new Map(byName.map(({ name, draft, source }) => [name, originOf(draft, source)])),
    overrides: new Map(byName.flatMap(({ name, draft }) => (draft.override ? [[name, draft.override] as const] : []))),
    ...(first && { server: serverOf(first) }),
  };
}

function originOf({ aliases }: ToolDraft, { name, file, entry }: DocumentSource): ToolOrigin {
  return { api: name, aliases, document: file, isUnnamed: entry === undefined };
}

function bindApi(
  { source, id, schemes, server }: ApiContext,
  drafts: readonly ToolDraft[],
  renames: RenameTable,
): ApiModel {
  const boundSchemes = new Map([...schemes].map(([name, { binding }]) => [name, binding]));
  const binding = jsonObjectOf({
    name: source.name,
    server: server.binding,
    securitySchemes: boundSchemes.size > 0 ? boundSchemes : undefined,
    renames: renames.entries.size > 0 ? renames.entries : undefined,
  });
  const variables = drafts.length === 0 ? [] : listVariables({ schemes, server }, drafts);
  return { name: id, binding, environment: variables };
}

/** Environment variables that the calls of an API read, each once: credentials of the required schemes, then addresses. */
function listVariables(
  { schemes, server }: Pick<ApiContext, 'schemes' | 'server'>,
  drafts: readonly ToolDraft[],
): readonly EnvironmentVariable[] {
  const required = new Set(drafts.flatMap(({ source }) => source.security.flatMap((scheme) => [...scheme.keys()])));
  const owners = [
    ...[...schemes].flatMap(([name, scheme]) => (required.has(name) ? [scheme] : [])),
    server,
    ...drafts.flatMap(({ source }) => source.server ?? []),
  ];
  const byName = new Map<string, EnvironmentVariable>();
  for (const variable of owners.flatMap(({ variables }) => variables)) {
    if (!byName.has(variable.name)) byName.set(variable.name, variable);
  }
  return [...byName.values()];
}

/** A server with name, title and version of a document. */
function serverOf({ name, root }: DocumentSource): ServerModel {
  const info = childOf(root, 'info');
  const title = stringAt(info, 'title');
  const version = childOf(info, 'version');
  const text = version?.kind === 'scalar' && version.value !== null ? String(version.value) : '1.0.0';
  return { name, version: text, ...(title !== undefined && title !== '' && { title }) };
}
