import type { DefinitionSet, DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { Workspace } from '../../feature-kit/load/workspace.js';
import { jsonObjectOf, type Json, type JsonObject } from '../../core/model/json.js';
import type { ApiModel, EnvironmentVariable, ServerModel, ToolModel, ToolOrigin } from '../../core/model/model.js';
import { SchemaResolver, type ReferredSchema } from '../../feature-kit/resolve/schema-resolver.js';
import { FieldTree } from '../../core/schema/field-tree.js';
import { childOf, entriesOf, stringAt } from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';
import { readOutputSettings, readTransform } from './output-settings.js';
import { readCallLimits } from './call-limits.js';
import { makeDiscoveryTools, proposeDiscoveryNames } from './discovery-tools.js';
import { makeCodeTools, proposeCodeNames } from './code-tools.js';
import { checkAllow } from '../code-mode/check-allow.js';
import { readCodeSettings } from '../code-mode/read-code-settings.js';
import { delegationPart } from '../delegation/delegation-part.js';
import { bindDelegation } from '../delegation/read-delegation.js';
import { DocumentScopes } from './document-scopes.js';
import { draftTools, finishTool, isCode, isDiscovered, type ApiContext, type ToolDraft } from './draft-tools.js';
import { findDocuments } from './find-documents.js';
import { breakCycles } from './schema/break-cycles.js';
import { mergeDirections } from './schema/merge-directions.js';
import { RenameTable } from './schema/rename-table.js';
import { SchemaReader } from './schema/schema-reader.js';
import { bindSecuritySchemes } from './security.js';
import { bindServer } from './servers.js';
import { nameTools, type NameCandidates, type TakenNames, type ToolNames } from './tool-names.js';
import { documentedScopes } from '../auth/scopes-part.js';
import type { Parts } from '../../core/model/part-key.js';

/** Model parts that come from OpenAPI documents. References in schemas are keys of `referred`. */
interface ResolvedApis {
  readonly tools: readonly ApiTool[];
  readonly apis: readonly ApiModel[];
  readonly referred: readonly ReferredSchema[];
  readonly diagnostics: readonly Diagnostic[];
  /** Tool names to keep in the next run. */
  readonly names: ReadonlyMap<string, string>;
  /** Scopes that the documents require for tools. */
  readonly parts?: Parts;
  /** Server of a project whose definitions have no `server`. */
  readonly server?: ServerModel;
}

/** Tool of an API. Discovery tools have no other members. */
interface ApiTool {
  readonly tool: ToolModel;
  /** Location of the operation. */
  readonly location?: SourceLocation;
  readonly origin?: ToolOrigin;
  /** Entry of the tool under `openapi.<name>.tools`. */
  readonly override?: DefinitionEntry;
}

/**
 * Creates tools for the operations of all OpenAPI documents.
 *
 * @param server Name of the server; `undefined` if no definition names it.
 * @param limitNames Returns the maximum number of characters in tool names in clients, for a server name.
 * @see docs/decisions/0006-third-party-documents-get-warnings.md
 */
export function resolveApis(
  workspace: Workspace,
  { openapi: entries, settings }: Pick<DefinitionSet, 'openapi' | 'settings'>,
  server: string | undefined,
  taken: TakenNames,
  limitNames: (server: string) => number,
): ResolvedApis {
  const diagnostics: Diagnostic[] = [];
  const resolver = new SchemaResolver(workspace);
  const documents = findDocuments(workspace, entries, server, diagnostics);
  const maxNameLength = limitNames(documents[0]?.server ?? '');
  const types = [...taken.claims].filter((claim) => claim.startsWith('type '));
  const errorTypes = new Map(types.map((claim) => [claim, claim.slice('type '.length)]));
  const drafted = documents.map((document, index) => {
    const reader = new SchemaReader(document, resolver);
    return draftApi({
      document,
      reader,
      fields: new FieldTree((name) => reader.find(name)),
      id: `api${index + 1}`,
      schemes: bindSecuritySchemes(document),
      server: bindServer(document),
      scopes: new DocumentScopes(document, settings.get('auth')),
      maxNameLength,
      taken,
      errorTypes,
      transform: readTransform(document, document.entry?.node, false),
    });
  });
  const candidates = drafted.flatMap((api) => [...api.discovery, ...api.drafts.map((draft) => draft.candidates)]);
  const named = nameTools(candidates, taken);
  const referred = breakCycles([...resolver.referred.values()]);
  const renames = new RenameTable(referred);
  const merged = mergeDirections(referred);
  const tools = drafted.flatMap(({ context, discovery, drafts }) => {
    const operations = drafts.flatMap((draft): readonly ApiTool[] => {
      const names = named.namesByCandidates.get(draft.candidates);
      if (!names) return [];
      const tool = finishTool(context, draft, names, renames, merged.finish);
      const { source, override } = draft;
      const { location } = source.operation;
      return [{ tool, location, origin: originOf(draft, context.document), ...(override && { override }) }];
    });
    const names = discovery.flatMap((candidate) => named.namesByCandidates.get(candidate) ?? []);
    return [...makeFindingTools(context, names, operations), ...operations];
  });
  const [first] = documents;
  const resolved: ResolvedApis = {
    tools,
    apis: drafted.map(({ context, drafts }) => bindApi(context, drafts, renames)),
    referred: merged.referred,
    diagnostics,
    names: named.memory,
    ...(first && { server: serverOf(first) }),
  };
  const scopes = drafted.flatMap(({ context }) => context.scopes.needed);
  return documentedScopes.on(resolved, scopes);
}

/** Document with the tools that find and call its operations, and the tools of the operations themselves. */
interface ApiDraft {
  readonly context: ApiContext;
  readonly discovery: readonly NameCandidates[];
  readonly drafts: readonly ToolDraft[];
}

function draftApi(context: ApiContext): ApiDraft {
  const { document, maxNameLength } = context;
  const propose = isCode(document) ? proposeCodeNames : proposeDiscoveryNames;
  const discovery = isDiscovered(document) ? propose(document, maxNameLength) : [];
  return { context, discovery, drafts: draftTools(context) };
}

/** Creates the tools through which clients find and call the operations of a document. */
function makeFindingTools(
  { document, id }: ApiContext,
  names: readonly ToolNames[],
  operations: readonly ApiTool[],
): readonly ApiTool[] {
  const title = stringAt(childOf(document.root, 'info'), 'title') ?? document.name;
  const served = operations.map(({ tool }) => tool).filter(({ isInactive }) => !isInactive);
  const settings = readCodeSettings(document.entry?.node);
  document.add(checkAllow(document.entry?.node, served, 'operation'));
  const api = { id, title };
  const tools = isCode(document) ? makeCodeTools(api, names, served, settings) : makeDiscoveryTools(api, names, served);
  return tools.map((tool) => ({ tool }));
}

function originOf({ aliases }: ToolDraft, { name, root, entry }: ApiDocument): ToolOrigin {
  return { api: name, aliases, document: root.location.file, isUnnamed: entry === undefined };
}

function bindApi(context: ApiContext, drafts: readonly ToolDraft[], renames: RenameTable): ApiModel {
  const { document, id, schemes, server } = context;
  const delegation = bindDelegation(document.entry?.node);
  const code = readCodeSettings(document.entry?.node);
  const boundSchemes = new Map([...schemes].map(([name, { binding }]) => [name, binding]));
  const binding = jsonObjectOf({
    name: document.name,
    server: server.binding,
    securitySchemes: boundSchemes.size > 0 ? boundSchemes : undefined,
    delegated: delegation && (delegation.isForHttpOnly ? 'http' : 'always'),
    renames: renames.entries.size > 0 ? renames.entries : undefined,
    headers: readHeaders(document),
    ...readCallLimits(document.entry?.node),
    ...readOutputSettings(document.entry?.node),
    usesETags: drafts.some(({ source }) => isConditional(source)) || undefined,
  });
  const api: ApiModel = {
    name: id,
    binding,
    ...(Object.keys(code).length > 0 && { code }),
    environment: drafts.length === 0 ? [] : [...(delegation?.variables ?? []), ...listVariables(context, drafts)],
  };
  return delegation ? delegationPart.on(api, delegation.model) : api;
}

/** Whether a request can be conditional on the version of the resource that it reads or changes. */
function isConditional({ input }: ToolDraft['source']): boolean {
  return input.parameters.some(
    ({ parameter }) => parameter.place === 'header' && /^if-(?:none-)?match$/iu.test(parameter.name),
  );
}

/** Headers that credentials or the request itself determine. */
export const decidedHeaders =
  /^(?:accept-encoding|authorization|connection|content-.*|cookie|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/u;

/** Reads the headers that a definition adds to all calls of an API. */
function readHeaders(document: ApiDocument): JsonObject | undefined {
  const headers = new Map<string, Json>();
  for (const { key, keyLocation, value } of entriesOf(childOf(document.entry?.node, 'headers'))) {
    const name = key.toLowerCase();
    if (decidedHeaders.test(name)) {
      const help = 'For credentials, use `auth`. The other headers are derived from the request.';
      document.warn('invalid-value', keyLocation, `The header \`${key}\` cannot be set.`, { help });
    } else if (value.kind === 'scalar') {
      headers.set(name, String(value.value));
    }
  }
  return headers.size > 0 ? headers : undefined;
}

/**
 * Lists the environment variables that the calls of an API read, without duplicates: credentials of the required
 * schemes, then addresses.
 */
function listVariables({ schemes, server }: ApiContext, drafts: readonly ToolDraft[]): readonly EnvironmentVariable[] {
  const required = new Set(
    drafts.flatMap(({ source }) => (source.security ?? []).flatMap((scheme) => [...scheme.keys()])),
  );
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

/** Creates a server with the name, title and version of a document. */
function serverOf({ name, root }: ApiDocument): ServerModel {
  const info = childOf(root, 'info');
  const title = stringAt(info, 'title');
  const version = childOf(info, 'version');
  const text = version?.kind === 'scalar' && version.value !== null ? String(version.value) : '1.0.0';
  return { name, version: text, ...(title !== undefined && title !== '' && { title }) };
}
