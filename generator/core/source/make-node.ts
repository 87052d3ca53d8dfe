import type { SourceLocation } from '../diagnostics/diagnostic.js';
import type { MapEntry, MapNode, ScalarNode, SequenceNode, SourceNode } from './source-node.js';

export function scalarNode(value: ScalarNode['value'], location: SourceLocation): ScalarNode {
  return { kind: 'scalar', value, location };
}

export function sequenceNode(items: readonly SourceNode[], location: SourceLocation): SequenceNode {
  return { kind: 'sequence', items, location };
}

export function mapNode(entries: readonly MapEntry[], location: SourceLocation): MapNode {
  return { kind: 'map', entries, location };
}

/** Creates a map entry whose key has the same location as its value. */
export function entryFor(key: string, value: SourceNode): MapEntry {
  return { key, keyLocation: value.location, value };
}
