import { entriesOf, type SourceNode } from '../source/source-node.js';
import { schemaPositions } from './keywords.js';

/** Subschema in a definition file. */
interface SchemaVisit {
  readonly node: SourceNode;
  /** Keywords on the path from the root, excluding property names. */
  readonly keywords: readonly string[];
}

/** Lists a schema and its descendants, outermost first. Does not follow references. */
export function visitSchemas(root: SourceNode): readonly SchemaVisit[] {
  const visits: SchemaVisit[] = [];
  const visit = (node: SourceNode, keywords: readonly string[]): void => {
    visits.push({ node, keywords });
    for (const { key, value } of entriesOf(node)) {
      const position = schemaPositions.get(key);
      if (position === undefined) continue;
      const below = [...keywords, key];
      for (const part of listSchemas(value, position === 'map' || position === 'dependencies')) visit(part, below);
    }
  };
  visit(root, []);
  return visits;
}

/**
 * Lists the schemas at a keyword: the members of a map (except lists in `dependencies`), the items of a list, or a
 * single schema.
 */
function listSchemas(value: SourceNode, isMap: boolean): readonly SourceNode[] {
  if (!isMap) return value.kind === 'sequence' ? value.items : [value];
  return entriesOf(value).flatMap(({ value: member }) => (member.kind === 'sequence' ? [] : [member]));
}
