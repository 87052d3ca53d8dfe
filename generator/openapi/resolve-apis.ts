import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import { childOf, stringAt } from '../source/source-node.js';
import type { Workspace } from '../load/load-definitions.js';
import type { ApiModel, ServerModel, ToolModel } from '../model/model.js';
import { indexFilesById } from '../resolve/locate-reference.js';
import type { DefinitionEntry } from '../resolve/definition-entry.js';
import { SchemaResolver, type ReferredSchema } from '../resolve/schema-resolver.js';
import { bindSecuritySchemes } from './bind-security.js';
import { bindServer } from './bind-server.js';
import { describeEnvironment } from './describe-environment.js';
import { jsonMembers } from './json-members.js';
import { ApiDocument } from './api-document.js';
import { makeDiscoveryTools, wishDiscovery } from './discovery-tools.js';
import { findDocuments, type DocumentSource } from './find-documents.js';
import { nameTools } from './name-tools.js';
import { finishTool, type ToolDraft } from './tool-draft.js';
import { draftTools } from './draft-tools.js';
import { SchemaReader } from './schema-reader.js';
import { breakCycles } from './schema/break-cycles.js';
import { mergeReadings } from './schema/merge-readings.js';
import { RenameTable } from './schema/rename-table.js';

/** What OpenAPI documents add to the model. References in schemas are keys. */
export interface ResolvedApis {
  readonly tools: readonly ToolModel[];
  readonly apis: readonly ApiModel[];
  readonly referred: readonly ReferredSchema[];
  readonly diagnostics: readonly Diagnostic[];
  /** Names given to tools, to be kept for the next run. */
  readonly names: ReadonlyMap<string, string>;
  readonly toolLocations: ReadonlyMap<string, SourceLocation>;
  /** Where definitions have their word on each tool, by its name. */
  readonly origins: ReadonlyMap<string, ToolOrigin>;
  /** Entries under `openapi.<name>.tools`, by the name of the tool. */
  readonly overrides: ReadonlyMap<string, DefinitionEntry>;
  /** Who the server is when no definition says so. */
  readonly server?: ServerModel;
}

/** Where a definition has its word on the tool of an API. */
export interface ToolOrigin {
  /** The key under `openapi`; of a document that stands on its own, the one that it would have. */
  readonly api: string;
  /** What the tool may be called there; another one may go by some of it, too. */
  readonly aliases: readonly string[];
  /** Path of the document. */
  readonly document: string;
  /** No definition names the document. */
  readonly isUnnamed: boolean;
}

/** What the definitions themselves have taken. */
export interface TakenNames {
  /** Names of tools. */
  readonly names: ReadonlySet<string>;
  /** Types and files in the generated code. */
  readonly claims: ReadonlySet<string>;
  /** Names that earlier runs gave. */
  readonly earlier: ReadonlyMap<string, string>;
}

/** Makes tools of the operations of all OpenAPI documents; each is forwarded to its API unless the user answers it. */
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
    const document = new ApiDocument(
      workspace,
      filesById,
      diagnostics,
      { node: source.root, file: source.file },
      source.version,
    );
    const reader = new SchemaReader(document, resolver);
    const isDiscovered = stringAt(source.settings, 'mode') === 'discover';
    const wishes = isDiscovered ? wishDiscovery(source.name, stringAt(source.settings, 'prefix') ?? '') : [];
    return { source, document, id: `api${index + 1}`, wishes, tools: draftTools(document, reader, source) };
  });
  const wishes = drafted.flatMap((api) => [...api.wishes, ...api.tools.map(({ wish }) => wish)]);
  const named = nameTools(wishes, taken.names, taken.claims, taken.earlier);
  const readings = breakCycles([...resolver.referred.values()]);
  const renames = new RenameTable(readings);
  const merged = mergeReadings(readings);
  const tools = drafted.flatMap(({ tools: drafts, wishes: discovery, id, source }) => {
    const isCatalogued = discovery.length > 0;
    const finished = drafts.flatMap((draft) => {
      const given = named.given.get(draft.wish);
      if (!given) return [];
      return [finishTool(draft, given, id, renames, merged.finish, isCatalogued)];
    });
    const given = discovery.flatMap((wish) => named.given.get(wish) ?? []);
    return [...makeDiscoveryTools({ id, title: titleOf(source) }, given, finished), ...finished];
  });
  return {
    tools,
    apis: drafted.map(({ source, document, id }): ApiModel => {
      const binding = bindApi(source, document, renames);
      return { name: id, binding, environment: describeEnvironment(document, binding, listOperations(tools, id)) };
    }),
    referred: merged.referred,
    diagnostics,
    names: named.memory,
    origins: new Map(
      drafted.flatMap(({ tools: drafts, source }) =>
        drafts.map((draft) => [named.given.get(draft.wish)?.name ?? '', originOf(draft, source)] as const),
      ),
    ),
    overrides: new Map(
      drafted.flatMap(({ tools: drafts }) =>
        drafts.flatMap((draft) => {
          const name = named.given.get(draft.wish)?.name;
          return name !== undefined && draft.override ? [[name, draft.override] as const] : [];
        }),
      ),
    ),
    toolLocations: new Map(
      drafted.flatMap(({ tools: drafts }) =>
        drafts.map((draft) => [named.given.get(draft.wish)?.name ?? '', locationOf(draft)] as const),
      ),
    ),
    ...serverOf(documents),
  };
}

function listOperations(tools: readonly ToolModel[], api: string) {
  return tools.flatMap(({ handler }) => (handler.kind === 'forward' && handler.api === api ? [handler.operation] : []));
}

function originOf({ aliases }: ToolDraft, { name, file, settings }: DocumentSource): ToolOrigin {
  return { api: name, aliases, document: file, isUnnamed: settings === undefined };
}

function locationOf({ source }: ToolDraft): SourceLocation {
  return source.operation.location;
}

function titleOf({ name, root }: DocumentSource): string {
  return stringAt(childOf(root, 'info'), 'title') ?? name;
}

function bindApi({ name }: DocumentSource, document: ApiDocument, renames: RenameTable) {
  const entries = renames.entries;
  return jsonMembers({
    name,
    server: bindServer(document, name),
    securitySchemes: bindSecuritySchemes(document, name),
    renames: entries.size > 0 ? entries : undefined,
  });
}

function serverOf(documents: readonly DocumentSource[]): { readonly server?: ServerModel } {
  const [first] = documents;
  if (!first) return {};
  const info = childOf(first.root, 'info');
  const title = stringAt(info, 'title');
  const version = childOf(info, 'version');
  const text = version?.kind === 'scalar' && version.value !== null ? String(version.value) : '1.0.0';
  return { server: { name: first.name, version: text, ...(title !== undefined && title !== '' && { title }) } };
}
