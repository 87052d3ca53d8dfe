import { booleanAt } from '../../../core/source/read-values.js';
import {
  childOf,
  entriesOf,
  itemsOf,
  type MapEntry,
  type MapNode,
  type SourceNode,
} from '../../../core/source/source-node.js';
import type { ApiDocument } from '../api-document.js';

/** Maximum number of schemas to search for the properties that a schema composes. */
const maxParts = 200;

/**
 * Omits `additionalProperties: false`, after a warning, if it forbids properties described by a sibling `$ref`,
 * `allOf`, `anyOf` or `oneOf`. Otherwise no object with such a property would be valid, and requests that the API
 * accepts would be rejected.
 *
 * @see https://json-schema.org/understanding-json-schema/reference/object#extending
 */
export function openComposed(schema: MapNode, document: ApiDocument): readonly MapEntry[] {
  const { entries } = schema;
  if (booleanAt(schema, 'additionalProperties') !== false) return entries;
  const own = new Set(namesOf(schema));
  const forbidden = listParts(schema, document)
    .flatMap(namesOf)
    .find((name) => !own.has(name));
  if (forbidden === undefined) return entries;
  const location = childOf(schema, 'additionalProperties')?.location ?? schema.location;
  const text = `\`additionalProperties: false\` forbids \`${forbidden}\`, which a sibling schema describes; it is ignored.`;
  document.warn('invalid-api', location, text);
  return entries.filter(({ key }) => key !== 'additionalProperties');
}

function namesOf(schema: SourceNode): readonly string[] {
  return entriesOf(childOf(schema, 'properties')).map(({ key }) => key);
}

/** Lists the schemas that a schema composes, excluding the schema itself. */
function listParts(schema: SourceNode, document: ApiDocument): readonly SourceNode[] {
  const parts = new Set([schema]);
  for (const part of parts) {
    if (parts.size > maxParts) break;
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      for (const member of itemsOf(childOf(part, keyword))) parts.add(document.peek(member));
    }
    if (childOf(part, '$ref')) parts.add(document.peek(part));
  }
  parts.delete(schema);
  return [...parts];
}
