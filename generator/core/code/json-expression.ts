import { isJsonArray, isJsonObject, type Json } from '../model/json.js';
import { propertyName, stringLiteral } from './escape.js';

/**
 * Returns a TypeScript expression for a JSON value.
 *
 * @param stringExpression Formats strings. Default: literals.
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

/** A member of an object literal in generated code. */
export interface MemberView {
  readonly name: string;
  readonly value: string;
}

/**
 * Returns the members of an object literal in the given order. Omits members that are `undefined`.
 *
 * @param json Members that are JSON values.
 * @param code Members that are expressions.
 */
export function memberViews(
  json: { readonly [name: string]: Json | undefined },
  code: { readonly [name: string]: string | undefined } = {},
): readonly MemberView[] {
  const values = Object.entries(json).map(([name, value]) => [
    name,
    value === undefined ? undefined : jsonExpression(value),
  ]);
  return [...values, ...Object.entries(code)].flatMap(([name = '', value]) =>
    value === undefined ? [] : [{ name: propertyName(name), value }],
  );
}

/** Returns an object literal on one line; `undefined` if there are no members. */
export function objectExpression(members: readonly MemberView[]): string | undefined {
  return members.length === 0 ? undefined : `{ ${members.map(({ name, value }) => `${name}: ${value}`).join(', ')} }`;
}
