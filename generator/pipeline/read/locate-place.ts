import { mergeDefinitions } from '../definition/merge-definitions.js';
import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { rootOf } from '../../feature-kit/load/workspace.js';
import type { Place } from '../../core/model/place.js';
import type { DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import type { Finding } from '../profiles/check-model.js';
import { composeWireSchema, mapByName, type WireSchema } from '../../core/schema/wire-schema.js';
import { locateAt } from '../../core/source/source-node.js';
import type { CheckedWorkspace } from './read-definitions.js';

/** Finds the location of a place in the model; `undefined` if unknown. */
export type Locate = (place: Place) => SourceLocation | undefined;

/**
 * Creates a function that locates places of the model in the definition files. If a place is missing, locates its
 * nearest ancestor.
 * @param shownRoot Prefix of the paths in locations, without a trailing slash; can be empty.
 */
export function createLocator({ workspace, resolved }: CheckedWorkspace, shownRoot: string): Locate {
  const { definitions } = mergeDefinitions(workspace);
  const sections = {
    tool: byKey(definitions.tools),
    prompt: byKey(definitions.prompts),
    resource: new Map([...resolved.added, ...byKey(definitions.resources)]),
    resourceTemplate: byKey(definitions.resourceTemplates),
  };
  const keys = new Map([...resolved.names].map(([key, name]) => [name, key]));
  const locateIn = (file: string, path: readonly string[]): SourceLocation | undefined => {
    const root = rootOf(workspace, file);
    return root && locateAt(root, path);
  };
  const locate: Locate = ({ anchor, path }) => {
    if (anchor.kind === 'server') return definitions.server && locateAt(definitions.server, path);
    if (anchor.kind === 'settings') {
      const settings = definitions.settings.get(anchor.key);
      return settings && locateAt(settings, path);
    }
    if (anchor.kind === 'definition') {
      const referred = resolved.resolver.referred.get(keys.get(anchor.name) ?? '');
      return referred && locateIn(referred.file, [...referred.path, ...path]);
    }
    const entry = sections[anchor.kind].get(anchor.key);
    if (entry) return locateIn(entry.file, [...entry.path, ...path]);
    return anchor.kind === 'tool' ? resolved.toolLocations.get(anchor.key) : undefined;
  };
  return (place) => {
    const location = locate(place);
    return location && { ...location, file: shownRoot === '' ? location.file : `${shownRoot}/${location.file}` };
  };
}

function byKey(entries: readonly DefinitionEntry[]): ReadonlyMap<string, DefinitionEntry> {
  return new Map(entries.toReversed().map((entry) => [entry.key, entry]));
}

/** Creates a function that locates findings of profile checks in the definition files; see {@link createLocator}. */
export function createFindingLocator(definitions: CheckedWorkspace): (finding: Finding) => SourceLocation | undefined {
  const { model } = definitions.resolved;
  const locate = createLocator(definitions, '');
  const byName = mapByName(model.definitions);
  const tools = new Map(model.tools.map((tool) => [tool.name, tool]));
  const composed = new Map<string, Pick<WireSchema, 'definitionNames'> & { readonly rootName: string | undefined }>();
  const definitionOf = (name: string, [field, keyword, key, ...rest]: readonly string[]): Place | undefined => {
    const tool = tools.get(name);
    if (!tool || field !== 'inputSchema') return undefined;
    const { definitionNames, rootName } = composed.get(name) ?? composeWireSchema(tool.input, byName);
    composed.set(name, { definitionNames, rootName });
    const isDefinition = keyword === '$defs' || keyword === 'definitions';
    const referred = isDefinition && key !== undefined ? definitionNames.get(key) : undefined;
    if (referred !== undefined) return { anchor: { kind: 'definition', name: referred }, path: rest };
    const steps = [keyword, key, ...rest].filter((step) => step !== undefined);
    return rootName === undefined ? undefined : { anchor: { kind: 'definition', name: rootName }, path: steps };
  };
  return ({ tool, path }) => {
    if (tool === undefined) return locate({ anchor: { kind: 'server' }, path });
    const place = definitionOf(tool, path);
    return (place && locate(place)) ?? locate({ anchor: { kind: 'tool', key: tool }, path });
  };
}
