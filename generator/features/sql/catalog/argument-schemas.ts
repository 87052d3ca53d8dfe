import { jsonObjectOf, type Json, type JsonObject } from '../../../core/model/json.js';
import type { Catalog } from './catalog.js';
import type { PlannedColumn } from './plan-table.js';

/** Schema of an argument that is compared with a column, or stored in it; `undefined` if there is none for its type. */
export function argumentSchema(
  column: PlannedColumn,
  product: Catalog['product'],
  description: string,
): JsonObject | undefined {
  const members = column.isArray ? arrayOf(column, product) : membersOf(column, product);
  return members && jsonObjectOf({ ...members, description });
}

type Members = { readonly [keyword: string]: Json };

function arrayOf(column: PlannedColumn, product: Catalog['product']): Members | undefined {
  const items = membersOf(column, product);
  return items && Object.keys(items).length > 0 ? { type: 'array', items: jsonObjectOf(items) } : undefined;
}

/** Date and time of databases that ignore or refuse a time zone. */
const localDateTime = String.raw`^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$`;

function membersOf({ kind, enum: values, storedAs }: PlannedColumn, product: Catalog['product']): Members | undefined {
  const isPostgres = product === 'postgres';
  if (values) return values.length === 0 ? undefined : { type: 'string', enum: [...new Set(values)] };
  switch (kind) {
    case 'integer':
    case 'boolean':
      return { type: kind };
    case 'number':
    case 'decimal':
      return { type: 'number' };
    case 'text':
      return { type: 'string' };
    case 'uuid':
    case 'date':
      return { type: 'string', format: kind };
    case 'date-time':
    case 'local-date-time':
      return isPostgres ? { type: 'string', format: 'date-time' } : { type: 'string', pattern: localDateTime };
    case 'time':
    case 'duration':
      return isPostgres ? { type: 'string', format: kind } : { type: 'string' };
    case 'bytes':
      return { type: 'string', contentEncoding: 'base64' };
    case 'json':
      return isPostgres ? {} : undefined;
    case 'any':
      return storedAs && { type: storedAs === 'text' ? 'string' : 'number' };
    default:
      return undefined;
  }
}

/** Returns an object schema. */
export function inputSchema(properties: ReadonlyMap<string, JsonObject>, required: readonly string[]): JsonObject {
  return jsonObjectOf({
    type: 'object',
    properties: properties.size === 0 ? undefined : properties,
    required: required.length === 0 ? undefined : required,
  });
}
