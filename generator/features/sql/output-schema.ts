import { jsonObjectOf, type Json, type JsonObject } from '../../core/model/json.js';
import type { ColumnKind, PreparedColumn } from './engines/engine.js';
import type { RowsMode } from './sql-part.js';

/** Column with the facts that the definition adds. */
export interface OutputColumn extends PreparedColumn {
  /** Schema of the values, instead of the schema of the kind. */
  readonly schema?: JsonObject;
}

/** Returns the output schema of a statement. */
export function createOutputSchema(rows: RowsMode, columns: readonly OutputColumn[], hasPages: boolean): JsonObject {
  if (rows === 'none') {
    return objectSchema({
      changed: jsonObjectOf({ type: 'integer', minimum: 0, description: 'Number of rows that were changed.' }),
    });
  }
  const row = objectSchema(Object.fromEntries(columns.map((column) => [column.name, columnSchema(column)])));
  if (rows === 'one') return row;
  if (rows === 'maybe-one') {
    return objectSchema({
      row: jsonObjectOf({ anyOf: [row, jsonObjectOf({ type: 'null' })], description: 'Null: no row matches.' }),
    });
  }
  const list = jsonObjectOf({ type: 'array', items: row });
  if (hasPages) {
    const description = 'Argument `cursor` of the next page. Absent: there is none.';
    return objectSchema({ rows: list, nextCursor: jsonObjectOf({ type: 'string', description }) }, ['rows']);
  }
  return objectSchema({
    rows: list,
    more: jsonObjectOf({ type: 'boolean', description: 'Whether more rows match.' }),
  });
}

function objectSchema(properties: { readonly [name: string]: JsonObject }, required?: readonly string[]): JsonObject {
  const members = new Map(Object.entries(properties));
  return jsonObjectOf({
    type: 'object',
    properties: members,
    required: required ?? [...members.keys()],
    additionalProperties: false,
  });
}

/** Returns the schema of a column's values. */
function columnSchema({ kind, isArray, isNullable, enum: values, comment, schema }: OutputColumn): JsonObject {
  // The items of an array can always be null.
  const item = schema ?? valueSchema(kind, values, isArray === true || isNullable);
  const array = jsonObjectOf({ type: isNullable ? ['array', 'null'] : 'array', items: item });
  const whole = isArray && !schema ? array : schema && isNullable ? allowNull(schema) : item;
  return comment === undefined ? whole : new Map<string, Json>([...whole, ['description', comment]]);
}

function allowNull(schema: JsonObject): JsonObject {
  return jsonObjectOf({ anyOf: [schema, jsonObjectOf({ type: 'null' })] });
}

const schemas: { readonly [kind in ColumnKind]: { readonly [keyword: string]: string | readonly string[] } } = {
  integer: { type: 'integer' },
  number: { type: 'number' },
  decimal: { type: 'string', pattern: String.raw`^-?\d+(\.\d+)?$` },
  boolean: { type: 'boolean' },
  text: { type: 'string' },
  uuid: { type: 'string', format: 'uuid' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string' },
  'date-time': { type: 'string', format: 'date-time' },
  'local-date-time': { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$` },
  duration: { type: 'string', format: 'duration' },
  json: {},
  bytes: { type: 'string', contentEncoding: 'base64' },
  any: { type: ['string', 'number'] },
};

function valueSchema(kind: ColumnKind, values: readonly string[] | undefined, isNullable: boolean): JsonObject {
  const { type, ...others } = schemas[kind];
  const types = type === undefined ? [] : [type].flat();
  const all = isNullable && types.length > 0 ? [...types, 'null'] : types;
  return jsonObjectOf({
    type: all.length === 0 ? undefined : all.length === 1 ? all[0] : all,
    ...others,
    enum: values && (isNullable ? [...values, null] : values),
  });
}
