import type { SourceLocation } from '../diagnostics/diagnostic.js';
import type { MapEntry, MapNode, ScalarNode, SequenceNode, SourceNode } from './source-node.js';

/** Creates a scalar. */
export function scalarNode(value: ScalarNode['value'], location: SourceLocation): ScalarNode {
  return { kind: 'scalar', value, location };
}

/** Creates a sequence. */
export function sequenceNode(items: readonly SourceNode[], location: SourceLocation): SequenceNode {
  return { kind: 'sequence', items, location };
}

/** Creates a map. */
export function mapNode(entries: readonly MapEntry[], location: SourceLocation): MapNode {
  return { kind: 'map', entries, location };
}

/** Creates an entry. Its key gets the location of its value. */
export function entryFor(key: string, value: SourceNode): MapEntry {
  return { key, keyLocation: value.location, value };
}
