import { isJsonArray, isJsonObject, type Json } from '../../core/model/json.js';
import type { ApiDocument } from './api-document.js';
import type { ObjectShape } from './object-shape.js';

/**
 * Whether a body may have undocumented properties. Objects are open by default, or closed with `validateRequests: strict`.
 */
export function acceptsUndescribed({ validation }: ApiDocument, { isOpen, isClosed }: ObjectShape): boolean {
  return isOpen || (validation !== 'strict' && !isClosed);
}

/** Keywords that apply in addition to `type`, so adding `null` to the types is not enough. */
const otherKeywords = ['$ref', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not', 'if'];

/** Makes a schema nullable: many APIs remove a value that is set to `null`. */
export function allowNull(schema: Json): Json {
  if (!isJsonObject(schema) || schema.size === 0) return schema;
  const type = schema.get('type');
  const types = type === undefined ? [] : isJsonArray(type) ? type : [type];
  if (otherKeywords.every((keyword) => !schema.has(keyword))) {
    if (types.length === 0 || types.includes('null')) return schema;
    return new Map<string, Json>([...schema, ['type', [...types, 'null']]]);
  }
  const description = schema.get('description');
  const described = new Map([...schema].filter(([keyword]) => keyword !== 'description'));
  const anyOf = [described, new Map<string, Json>([['type', 'null']])];
  return new Map<string, Json>([
    ['anyOf', anyOf],
    ...(description === undefined ? [] : [['description', description] as const]),
  ]);
}
