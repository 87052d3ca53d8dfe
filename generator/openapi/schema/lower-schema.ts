import { entryOf, type MapEntry, type MapNode, type SourceNode } from '../../source/source-node.js';
import { mapNode } from '../../source/make-node.js';
import type { ApiDialect } from './api-dialect.js';
import { applyNullable } from './apply-nullable.js';
import { dropDirected } from './drop-directed.js';
import { keywordRules } from './keyword-rules.js';
import { expandProperties } from './expand-properties.js';
import { isNullable } from './lower-type.js';
import { renameKeys } from './rename-keys.js';

/** Keywords that count beside a `$ref` in versions where the others are ignored: they restrict nothing. */
const besideReference: ReadonlySet<string> = new Set(['$ref', 'title', 'description', 'deprecated']);

/** Keywords that are of no use once properties are dropped for their direction, and formats that say how bytes travel. */
function isSpent({ key, value }: MapEntry): boolean {
  if (key === 'readOnly' || key === 'writeOnly') return true;
  return key === 'format' && value.kind === 'scalar' && value.value === 'binary';
}

/**
 * Rewrites one schema object of an OpenAPI document as 2020-12; the schemas inside it are left for later. Keywords that
 * only OpenAPI knows are gone afterwards, and so is what breaks the rules.
 */
export function lowerSchema(schema: MapNode, file: string, dialect: ApiDialect): SourceNode {
  const reference = entryOf(schema, '$ref');
  const isReference = reference?.value.kind === 'scalar' && typeof reference.value.value === 'string';
  const isAlone = isReference && dialect.version !== '3.1';
  const given = isAlone ? schema.entries.filter(({ key }) => besideReference.has(key)) : schema.entries;
  const expanded = expandProperties(given, file, dialect);
  const lowered = expanded.flatMap((entry) => keywordRules.get(entry.key)?.(entry, schema, dialect) ?? []);
  const travelling = dropDirected(lowered, file, dialect).filter((entry) => !isSpent(entry));
  const directed = dialect.direction === 'input' ? renameKeys(travelling) : travelling;
  const entries = !isAlone && isNullable(schema) ? applyNullable(directed, schema.location) : directed;
  return mapNode(entries, schema.location);
}
