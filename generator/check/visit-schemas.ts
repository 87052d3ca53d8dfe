import type { SourceNode } from '../load/source-node.js';
import { schemaPositions } from '../schema/keywords.js';

/** A schema inside a schema, as it stands in the source. */
export interface SchemaVisit {
  readonly node: SourceNode;
  /** Path from the schema that the walk began at. */
  readonly path: readonly string[];
  /** Whether only `properties` lie between here and there. */
  readonly isReachable: boolean;
}

/** Visits a schema and every schema in it, outermost first. References are not followed. */
export function* visitSchemas(root: SourceNode): Generator<SchemaVisit> {
  yield* visit({ node: root, path: [], isReachable: true });
}

function* visit(place: SchemaVisit): Generator<SchemaVisit> {
  yield place;
  if (place.node.kind !== 'map') return;
  for (const { key, value } of place.node.entries) {
    const position = schemaPositions.get(key);
    if (position === undefined) continue;
    const isReachable = place.isReachable && key === 'properties';
    if (position === 'map' || position === 'dependencies') {
      for (const member of value.kind === 'map' ? value.entries : []) {
        if (member.value.kind === 'sequence') continue;
        yield* visit({ node: member.value, path: [...place.path, key, member.key], isReachable });
      }
    } else if (value.kind === 'sequence') {
      for (const [index, item] of value.items.entries()) {
        yield* visit({ node: item, path: [...place.path, key, String(index)], isReachable: false });
      }
    } else {
      yield* visit({ node: value, path: [...place.path, key], isReachable: false });
    }
  }
}
