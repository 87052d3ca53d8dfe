import type {
  PromptModel,
  ResourceModel,
  ResourceTemplateModel,
  ServerModel,
  ToolModel,
} from '../../core/model/model.js';
import { rootOf, type Workspace } from '../../feature-kit/load/workspace.js';
import { createNames, lengthenNames, type NamedKind } from '../../feature-kit/resolve/create-names.js';
import { SchemaResolver, type SchemaRoot } from '../../feature-kit/resolve/schema-resolver.js';
import { childOf, entriesOf, type SourceNode } from '../../core/source/source-node.js';
import type { NamedEntry } from '../../feature-kit/definition/check-name-collisions.js';
import type { DefinitionEntry, DefinitionSet } from '../../feature-kit/definition/definition-set.js';
import { mergeDefinitions } from './merge-definitions.js';
import { findDeclared, listAddedTypes } from './read-features.js';
import { resolvePrompt } from './resolve-prompt.js';
import { resolveResource, resolveResourceTemplate, resourceName } from './resolve-resource.js';
import { resolveServer } from './resolve-server.js';
import { resolveTool } from './resolve-tool.js';
import type { Resolution } from '../../feature-kit/definition/resolve-entry.js';

/** Parts of the model from definition files. References in schemas are still resolver keys. */
interface ResolvedDefinitions {
  readonly definitions: DefinitionSet;
  readonly server: ServerModel;
  readonly tools: readonly ToolModel[];
  readonly prompts: readonly PromptModel[];
  readonly resources: readonly ResourceModel[];
  readonly resourceTemplates: readonly ResourceTemplateModel[];
  /** Entries for which types or files are generated. */
  readonly named: readonly NamedEntry[];
  readonly resolution: Resolution;
}

/** Resolves definition files to parts of the model. Continues after a problem, so that one run reports all problems. */
export function resolveDefinitions(workspace: Workspace): ResolvedDefinitions {
  const { definitions, diagnostics } = mergeDefinitions(workspace);
  const resolution: Resolution = {
    workspace,
    resolver: new SchemaResolver(workspace),
    diagnostics: [...diagnostics],
    schemas: [],
    examples: [],
    functions: [],
    added: new Map(),
    findDeclared: (node) => findDeclared(node, workspace),
  };
  const entries = nameEntries(definitions);
  const byNode = new Map(entries.map((entry) => [entry.node, entry.names]));
  const namesOf = ({ node, key }: DefinitionEntry) => byNode.get(node) ?? createNames('Tool', key, key);
  const tools = definitions.tools.map((entry) => resolveTool(resolution, entry, namesOf(entry)));
  const addedTypes = new Map(tools.map((tool) => [tool.names, listAddedTypes(tool)]));
  return {
    definitions,
    server: resolveServer(definitions.server),
    tools,
    prompts: definitions.prompts.map((entry) => resolvePrompt(resolution, entry, namesOf(entry))),
    resources: definitions.resources.map((entry) => resolveResource(resolution, entry, namesOf(entry))),
    resourceTemplates: definitions.resourceTemplates.flatMap(
      (entry) => resolveResourceTemplate(resolution, entry, namesOf(entry)) ?? [],
    ),
    named: entries.filter(hasHandler).map((entry) => ({ ...entry, addedTypes: addedTypes.get(entry.names) ?? [] })),
    resolution,
  };
}

function nameEntries(definitions: DefinitionSet): readonly NamedEntry[] {
  const sections: readonly [NamedKind, readonly DefinitionEntry[]][] = [
    ['Tool', definitions.tools],
    ['Prompt', definitions.prompts],
    ['Resource', definitions.resources],
    ['Resource', definitions.resourceTemplates],
  ];
  const entries = sections.flatMap(([kind, list]) =>
    list.map((entry): NamedEntry => {
      const name = kind === 'Resource' ? resourceName(entry) : entry.key;
      return { kind, name, location: entry.keyLocation, names: createNames(kind, name, entry.key), node: entry.node };
    }),
  );
  const others = new Set(entries.filter(({ names }) => !names.former).map(({ names }) => names.typeName));
  return entries.map((entry) =>
    others.has(entry.names.typeName) ? { ...entry, names: lengthenNames(entry.names) } : entry,
  );
}

/** Whether a handler and types are generated for an entry. Static prompts and resources have neither. */
function hasHandler({ node }: { readonly node: SourceNode }): boolean {
  return !['messages', 'text', 'blob', 'file'].some((key) => childOf(node, key) !== undefined);
}

/** Resolves the schemas under `$defs`, so that invalid references in unused schemas are also reported. */
export function resolveShared({ workspace, resolver }: Resolution): readonly SchemaRoot[] {
  return workspace.definitions.flatMap((file) =>
    entriesOf(childOf(rootOf(workspace, file), '$defs')).map(({ value: node }) => {
      const scope = resolver.scopeOf(file, [], node);
      resolver.resolve(node, scope);
      return { node, scope };
    }),
  );
}
