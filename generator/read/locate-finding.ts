import { createLocator } from './locate-place.js';
import type { Place } from '../model/place.js';
import { composeWireSchema, mapByName, type WireSchema } from '../schema/wire-schema.js';
import type { SourceLocation } from '../diagnostics/diagnostic.js';
import type { JudgedWorkspace } from './read-definitions.js';
import type { Finding } from '../profiles/finding.js';

/** Finds the places in the definition files that findings are about; see {@link createLocator}. */
export function createFindingLocator(definitions: JudgedWorkspace): (finding: Finding) => SourceLocation | undefined {
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
