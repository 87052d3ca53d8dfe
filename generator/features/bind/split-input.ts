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
  const supplied = mapNode(
    [
      ...(dialect ? [dialect] : []),
      entryFor('type', scalarNode('object', location)),
      entryFor('properties', mapNode(bound.map(withoutBind), location)),
      entryFor(
        'required',
        sequenceNode(
          bound.map(({ key, keyLocation }) => scalarNode(key, keyLocation)),
          location,
        ),
      ),
    ],
    location,
  );
  const entries = inputSchema.entries.flatMap((entry): readonly MapEntry[] => {
    const { key, value } = entry;
    if (key === 'properties' && value.kind === 'map') {
      return [
        {
          ...entry,
          value: mapNode(
            value.entries.filter((each) => !names.has(each.key)),
            value.location,
          ),
        },
      ];
    }
    if (key !== 'required' || value.kind !== 'sequence') return [entry];
    const others = value.items.filter((item) => item.kind !== 'scalar' || !names.has(String(item.value)));
    return others.length === 0 ? [] : [{ ...entry, value: sequenceNode(others, value.location) }];
  });
  return { input: mapNode(entries, location), supplied };
}

/** Lists the direct properties of an input schema that have `bind`. */
export function listBoundProperties(inputSchema: SourceNode | undefined): readonly MapEntry[] {
  return entriesOf(childOf(inputSchema, 'properties')).filter(({ value }) => entryOf(value, 'bind') !== undefined);
}

function withoutBind(property: MapEntry): MapEntry {
  const { value } = property;
  if (value.kind !== 'map') return property;
  return {
    ...property,
    value: mapNode(
      value.entries.filter(({ key }) => key !== 'bind'),
      value.location,
    ),
  };
}
