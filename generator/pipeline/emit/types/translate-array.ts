import type { Json, JsonObject } from '../../../core/model/json.js';
import { isJsonArray } from '../../../core/model/json.js';
import type { Dialect } from '../../../core/model/model.js';
import {
  enterMember,
  isUnknownType,
  typeText,
  type TranslateMember,
  type TypeContext,
  type TypeSchema,
} from './type-schema.js';

/** Whether a schema without `type` has array keywords. */
export function hasArrayKeywords(schema: JsonObject, dialect: Dialect): boolean {
  return schema.has('items') || (dialect === '2020-12' && schema.has('prefixItems'));
}

/**
 * Translates a schema to an array type. Positional items become a tuple, with optional elements after the first
 * `minItems` and a rest element if more items are allowed. Other array types do not restrict the length.
 */
export function translateArray(schema: JsonObject, context: TypeContext, translate: TranslateMember): TypeSchema {
  const { first, rest } = readItems(schema, context.dialect);
  const item = enterMember(context);
  if (first.length === 0) return { type: 'array', items: translate(rest, item) };
  const minItems = readLength(schema, 'minItems') ?? 0;
  const maxItems = readLength(schema, 'maxItems') ?? Infinity;
  const elements = first.slice(0, maxItems).map((element, index) => {
    const token = context.tokens.putAside(translate(element, item));
    return index < minItems ? token : `${token}?`;
  });
  if (rest !== false && maxItems > first.length) elements.push(printRest(translate(rest, item), context));
  return typeText(`[${elements.join(', ')}]`);
}

function printRest(rest: TypeSchema, context: TypeContext): string {
  return isUnknownType(rest) ? '...unknown[]' : `...(${context.tokens.putAside(rest)})[]`;
}

/** Reads the schemas of the positional items and the schema of all remaining items. The keywords depend on the dialect. */
function readItems(schema: JsonObject, dialect: Dialect): { first: readonly Json[]; rest: Json } {
  const items = schema.get('items') ?? true;
  const prefix = dialect === '2020-12' ? schema.get('prefixItems') : undefined;
  if (isJsonArray(prefix)) return { first: prefix, rest: isJsonArray(items) ? true : items };
  if (isJsonArray(items)) return { first: items, rest: schema.get('additionalItems') ?? true };
  return { first: [], rest: items };
}

function readLength(schema: JsonObject, keyword: string): number | undefined {
  const length = schema.get(keyword);
  return typeof length === 'number' ? length : undefined;
}
