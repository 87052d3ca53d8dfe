import { entryOf, itemsOf, type MapEntry, type MapNode, type SourceNode } from '../source/source-node.js';

/**
 * The input schema of a tool whose parameters have no names: its `args` are their schemas, and they are called as
 * {@link positionalName} says. All of them are required.
 *
 * @returns `undefined` when `args` holds no schema; then all parameters have names.
 */
export function formPositionalInput(tool: SourceNode): MapNode | undefined {
  const args = entryOf(tool, 'args');
  const properties = itemsOf(args?.value).flatMap((item, index): readonly MapEntry[] =>
    item.kind === 'map' ? [{ key: positionalName(index), keyLocation: item.location, value: item }] : [],
  );
  if (!args || properties.length === 0) return undefined;
  const { location } = args.value;
  const entry = (key: string, value: SourceNode): MapEntry => ({ key, keyLocation: location, value });
  const required = properties.map(({ key }): SourceNode => ({ kind: 'scalar', value: key, location }));
  return {
    kind: 'map',
    entries: [
      entry('type', { kind: 'scalar', value: 'object', location }),
      entry('properties', { kind: 'map', entries: properties, location }),
      entry('required', { kind: 'sequence', items: required, location }),
    ],
    location,
  };
}

/**
 * What a parameter without a name is called.
 *
 * @param index Its place, from 0.
 */
export function positionalName(index: number): string {
  return `arg${index + 1}`;
}
