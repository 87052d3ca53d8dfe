import type { SourceLocation } from '../diagnostics/diagnostic.js';
import type { MapEntry, MapNode, ScalarNode, SequenceNode, SourceNode } from './source-node.js';

/** A scalar that does not stand in the source; the location is that of what it was made from. */
export function scalarNode(value: ScalarNode['value'], location: SourceLocation): ScalarNode {
  return { kind: 'scalar', value, location };
}

/** A sequence that does not stand in the source. */
export function sequenceNode(items: readonly SourceNode[], location: SourceLocation): SequenceNode {
  return { kind: 'sequence', items, location };
}

/** A map that does not stand in the source. */
export function mapNode(entries: readonly MapEntry[], location: SourceLocation): MapNode {
  return { kind: 'map', entries, location };
}

/** An entry whose key and value stand at the same place. */
export function entryFor(key: string, value: SourceNode): MapEntry {
  return { key, keyLocation: value.location, value };
}
