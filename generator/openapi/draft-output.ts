import { childOf, entryOf, itemsOf, stringAt } from '../source/source-node.js';
import { isJsonObject, stringifyJson, type Json, type JsonObject } from '../model/json.js';
import type { ApiDocument, Located } from './api-document.js';
import type { ApiContent, ApiResponse } from './api-operation.js';
import { isNullable } from './schema/lower-type.js';
import { isJsonType } from './media-type.js';
import type { SchemaReader } from './schema-reader.js';

/**
 * The output schema of a tool: what all its successes have in common. There is none when one of them has no body, is
 * not JSON, or may be anything.
 */
export function draftOutput(
  document: ApiDocument,
  reader: SchemaReader,
  successes: readonly ApiResponse[],
): JsonObject | undefined {
  const schemas = successes.map(({ contents }) => contents.find(isJsonContent)?.schema);
  const known = schemas.filter((schema) => schema !== undefined);
  if (known.length === 0 || known.length < schemas.length) return undefined;
  const alternatives = new Map<string, Json>();
  for (const schema of known) {
    const read = reader.read(schema, 'output');
    if (!isJsonObject(read) || read.size === 0) return undefined;
    alternatives.set(stringifyJson(read), read);
  }
  const isObject = known.every((schema) => isObjectSchema(document, schema));
  const [only, ...others] = alternatives.values();
  const union: Json =
    others.length === 0 && isJsonObject(only) ? only : new Map([['anyOf', [...alternatives.values()]]]);
  const [schema] = known;
  const isSaid = others.length === 0 && schema && stringAt(document.peek(schema).node, 'type') === 'object';
  if (!isObject || isSaid || union.has('type')) return union;
  return new Map<string, Json>([['type', 'object'], ...union]);
}

function isJsonContent({ mediaType, schema }: ApiContent): boolean {
  return schema !== undefined && isJsonType(mediaType);
}

/** References and combinators in each other, at most. */
const maximalDepth = 16;

/** Whether all that a schema allows are objects, though it may not say so at its root. */
function isObjectSchema(document: ApiDocument, schema: Located, depth = 0): boolean {
  const { node, file } = document.peek(schema);
  if (depth > maximalDepth || node.kind !== 'map') return false;
  const type = childOf(node, 'type');
  if (type) return stringAt(node, 'type') === 'object' && !isNullable(node);
  if (entryOf(node, 'properties')) return true;
  const areObjects = (keyword: string) =>
    itemsOf(childOf(node, keyword)).map((part) => isObjectSchema(document, { node: part, file }, depth + 1));
  if (areObjects('allOf').includes(true)) return true;
  return ['oneOf', 'anyOf'].some((keyword) => {
    const parts = areObjects(keyword);
    return parts.length > 0 && !parts.includes(false);
  });
}
