import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../core/model/json.js';
import { listSubschemas, mapSubschemas } from '../../../core/schema/map-schema.js';
import { dropDefault } from './prepare-schema.js';

/** Registers a part of a schema as a separate function, and returns its URI. */
export type PartReferrer = (part: JsonObject) => string;

/**
 * Splits a schema. A tabular schema keeps its tabular parts; any other schema keeps its short parts. All other parts become
 * references with sibling defaults, which the parent's validator fills in.
 * @param ignored Keywords that the validator does not assert.
 */
export function splitSchema(schema: JsonObject, ignored: ReadonlySet<string>, refer: PartReferrer): JsonObject {
  const isTable = isTabular(schema, ignored);
  return mapSubschemas(schema, (part) => {
    if (!isJsonObject(part)) return part;
    if (!isTable && listSubschemas(part).length === 0) return part;
    const value = part.get('default');
    const own = value === undefined ? part : dropDefault(part);
    const split =
      isTable && isTabular(own, ignored) ? splitSchema(own, ignored, refer) : new Map([['$ref', refer(own)]]);
    return value === undefined ? split : new Map<string, Json>([...split, ['default', value]]);
  });
}

/**
 * Whether a table supports the keywords of a schema object, not counting its parts: `type`, `properties`, `required`,
 * `additionalProperties`, `items`, `enum` and `const` of scalars, or `$ref` alone. A table reports the same errors as
 * Ajv's code, in the same order.
 * @param ignored Keywords that the validator does not assert.
 */
export function isTabular(schema: JsonObject, ignored: ReadonlySet<string>): boolean {
  if (schema.has('$ref')) return schema.size === 1 && typeof schema.get('$ref') === 'string';
  const types = listTypes(schema);
  return [...schema].every(([keyword, value]) => {
    const rule = tabularKeywords.get(keyword);
    return rule === undefined ? ignored.has(keyword) : rule(value, types, schema);
  });
}

/** Whether a table supports a keyword's value in a schema with certain types; `undefined` means all types. */
type TabularRule = (value: Json, types: ReadonlySet<Json> | undefined, schema: JsonObject) => boolean;

const forObjects: TabularRule = (_value, types) => types === undefined || types.has('object');

const tabularKeywords: ReadonlyMap<string, TabularRule> = new Map<string, TabularRule>([
  // The parent's validator fills in the default.
  ['default', () => true],
  ['type', () => true],
  ['required', forObjects],
  [
    'properties',
    (value, ...rest) => forObjects(value, ...rest) && isJsonObject(value) && ![...value.values()].includes(false),
  ],
  ['additionalProperties', forObjects],
  ['items', (value, types) => (types === undefined || types.has('array')) && (value === true || isJsonObject(value))],
  ['enum', (value, types, schema) => isJsonArray(value) && areScalars(value, types) && !schema.has('const')],
  ['const', (value, types) => areScalars([value], types)],
]);

/**
 * Whether values are scalars and types exclude objects and arrays, for which Ajv reports errors in a different order.
 */
function areScalars(values: readonly Json[], types: ReadonlySet<Json> | undefined): boolean {
  if (types?.has('object') === true || types?.has('array') === true) return false;
  return values.length > 0 && values.every((value) => typeof value !== 'object' || value === null);
}

function listTypes(schema: JsonObject): ReadonlySet<Json> | undefined {
  const type = schema.get('type');
  if (type === undefined) return undefined;
  return new Set(isJsonArray(type) ? type : [type]);
}
