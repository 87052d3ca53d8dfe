import { isJsonArray, isJsonObject, type Json } from '../model/json.js';
import { propertyName, stringLiteral } from './escape.js';

/**
 * A TypeScript expression for a JSON value.
 *
 * @param stringExpression How strings are written; by default as literals.
 */
export function jsonExpression(value: Json, stringExpression: (text: string) => string = stringLiteral): string {
  if (typeof value === 'string') return stringExpression(value);
  if (isJsonArray(value)) return `[${value.map((item) => jsonExpression(item, stringExpression)).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  if (value.size === 0) return '{}';
  const members = [...value].map(
    ([key, member]) => `${propertyName(key)}: ${jsonExpression(member, stringExpression)}`,
  );
  return `{ ${members.join(', ')} }`;
}
