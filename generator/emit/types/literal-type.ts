import { isJsonArray, isJsonObject, type Json } from '../../model/json.js';
import { stringLiteral, typePropertyName } from '../../code/escape.js';

/** The type that has one JSON value only. */
export function literalType(value: Json): string {
  if (typeof value === 'string') return stringLiteral(value);
  if (isJsonArray(value)) return `[${value.map(literalType).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  if (value.size === 0) return '{ [k: string]: never }';
  const members = [...value].map(([name, member]) => `${typePropertyName(name)}: ${literalType(member)}`);
  return `{ ${members.join('; ')} }`;
}
