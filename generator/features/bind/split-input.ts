import { entryFor, mapNode, scalarNode, sequenceNode } from '../../core/source/make-node.js';
import { childOf, entriesOf, entryOf, type MapEntry, type SourceNode } from '../../core/source/source-node.js';
import type { SplitInput } from '../../feature-kit/feature.js';

/** Separates the properties with `bind` from an input schema. The server always sets them, so all are required. */
export function splitInput(inputSchema: SourceNode): SplitInput | undefined {
  const bound = listBoundProperties(inputSchema);
  if (bound.length === 0 || inputSchema.kind !== 'map') return undefined;
  const { location } = inputSchema;
  const names = new Set(bound.map(({ key }) => key));
  const dialect = entryOf(inputSchema, '$schema');
  const properties = bound.map((each) => ({ ...each, value: withoutKeys(each.value, new Set(['bind'])) }));
  const required = bound.map(({ key, keyLocation }) => scalarNode(key, keyLocation));
  const suppliedEntries = [
    ...(dialect ? [dialect] : []),
    entryFor('type', scalarNode('object', location)),
    entryFor('properties', mapNode(properties, location)),
    entryFor('required', sequenceNode(required, location)),
  ];
  const entries = inputSchema.entries.flatMap((entry): readonly MapEntry[] => {
    const { key, value } = entry;
    if (key === 'properties') return [{ ...entry, value: withoutKeys(value, names) }];
    if (key !== 'required' || value.kind !== 'sequence') return [entry];
    const others = value.items.filter((item) => item.kind !== 'scalar' || !names.has(String(item.value)));
    return others.length === 0 ? [] : [{ ...entry, value: sequenceNode(others, value.location) }];
  });
  return { input: mapNode(entries, location), supplied: mapNode(suppliedEntries, location) };
}

/** Lists the direct properties of an input schema that have `bind`. */
export function listBoundProperties(inputSchema: SourceNode | undefined): readonly MapEntry[] {
  return entriesOf(childOf(inputSchema, 'properties')).filter(({ value }) => hasBind(value));
}

/** Whether an argument of a prompt, a variable of a template or a property has `bind`. */
export function hasBind(argument: SourceNode): boolean {
  return entryOf(argument, 'bind') !== undefined;
}

function withoutKeys(node: SourceNode, keys: ReadonlySet<string>): SourceNode {
  if (node.kind !== 'map') return node;
  const others = node.entries.filter(({ key }) => !keys.has(key));
  return mapNode(others, node.location);
}
