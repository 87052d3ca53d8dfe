import type { SourceNode } from '../source/source-node.js';
import { schemaPositions } from '../schema/keywords.js';

/** A subschema, as it stands in the source. */
export interface SchemaVisit {
  readonly node: SourceNode;
  /** Keywords on the way from the root to it, without property names. */
  readonly keywords: readonly string[];
}

/** Visits a schema and its subschemas, outermost first. Does not follow references. */
export function* visitSchemas(root: SourceNode): Generator<SchemaVisit> {
  yield* visit({ node: root, keywords: [] });
}

function* visit(place: SchemaVisit): Generator<SchemaVisit> {
  yield place;
  if (place.node.kind !== 'map') return;
  for (const { key, value } of place.node.entries) {
    const position = schemaPositions.get(key);
    if (position === undefined) continue;
    const keywords = [...place.keywords, key];
    for (const node of listSchemas(value, position === 'map' || position === 'dependencies')) {
      yield* visit({ node, keywords });
    }
  }
}

/** The schemas at a keyword: the members of a map (in `dependencies` a list is no schema), the items of a list, or one. */
function listSchemas(value: SourceNode, isMap: boolean): readonly SourceNode[] {
  if (!isMap) return value.kind === 'sequence' ? value.items : [value];
  if (value.kind !== 'map') return [];
  return value.entries.map(({ value: member }) => member).filter(({ kind }) => kind !== 'sequence');
}
