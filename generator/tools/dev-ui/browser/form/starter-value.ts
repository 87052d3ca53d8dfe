import { flattenSchema } from './flatten-schema.js';
import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { isSchema, limitOf, listOf, memberOf, schemasOf, type Schema } from './json-schema.js';
import { listBranches } from './list-branches.js';
import { listTypes, listValues } from './list-types.js';
import { SchemaDocument } from './schema-document.js';

/** Maximum depth, for recursive schemas. */
const maxDepth = 6;
/** Maximum number of items created for `minItems`. */
const maxItems = 20;

/**
 * Returns the value of an empty form: required properties that have a default or a single possible value, or that
 * contain such properties. All other properties are omitted, so that the form reports them as missing.
 */
export function initialValue(schema: Schema): unknown {
  return fixedValue(schema, new SchemaDocument(schema), 0) ?? {};
}

function fixedValue(schema: Schema, document: SchemaDocument, depth: number): unknown {
  const flat = flattenSchema(schema, document);
  const { keywords } = flat;
  const byDefault = memberOf(keywords, 'default');
  if (byDefault !== undefined) return byDefault;
  const values = listValues(keywords);
  if (values?.length === 1) return values[0];
  const types = listTypes(flat);
  if (types.length !== 1 || types[0] !== 'object' || flat.unions.length > 0 || depth >= maxDepth) return undefined;
  return fillRequired(keywords, (part) => fixedValue(part, document, depth + 1));
}

/**
 * Returns the first value of an item, entry or property that the user adds: the default, the first example, the first possible
 * value, or else an empty value. Object members are filled as in {@link initialValue}.
 */
export function starterValue(schema: Schema, document: SchemaDocument, depth = 0): unknown {
  const fixed = fixedValue(schema, document, depth);
  if (fixed !== undefined) return fixed;
  const flat = flattenSchema(schema, document);
  const { keywords } = flat;
  const [example] = listOf(keywords, 'examples');
  if (example !== undefined) return example;
  const values = listValues(keywords);
  if (values !== undefined && values.length > 0) return values[0];
  const [branch] = listBranches(flat, document);
  if (branch !== undefined && depth < maxDepth) return starterValue(branch.schema, document, depth + 1);
  switch (listTypes(flat)[0]) {
    case 'number':
    case 'integer':
      return Math.max(0, limitOf(keywords, 'minimum', 0));
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'array':
      return startItems(keywords, document, depth);
    case 'object':
      return fillRequired(keywords, (part) => fixedValue(part, document, depth + 1));
    default:
      return '';
  }
}

function startItems(keywords: JsonObject, document: SchemaDocument, depth: number): readonly unknown[] {
  const tuple = schemasOf(keywords, 'prefixItems');
  const items = memberOf(keywords, 'items');
  const count = Math.min(maxItems, Math.max(limitOf(keywords, 'minItems', 0), tuple.length));
  if (depth >= maxDepth) return [];
  return Array.from({ length: count }, (_, index) => {
    const schema = tuple[index] ?? items;
    return starterValue(isSchema(schema) ? schema : true, document, depth + 1);
  });
}

function fillRequired(keywords: JsonObject, valueOf: (schema: Schema) => unknown): JsonObject {
  const properties = memberOf(keywords, 'properties');
  const members = listOf(keywords, 'required').flatMap((name): readonly (readonly [string, unknown])[] => {
    const schema = memberOf(properties, String(name));
    const value = isSchema(schema) ? valueOf(schema) : undefined;
    return value === undefined ? [] : [[String(name), value]];
  });
  return Object.fromEntries(members);
}
