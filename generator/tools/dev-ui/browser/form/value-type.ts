/** A type of JSON Schema. */
export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** The types that a kind can be chosen of where a schema allows several, in the order of the choice. */
export const shownTypes: readonly TypeName[] = ['string', 'number', 'boolean', 'object', 'array', 'null'];

/** Names of the types for people. */
export const typeTitles: { readonly [type in TypeName]: string } = {
  string: 'string',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  object: 'object',
  array: 'array',
  null: 'null',
};

/** The type of a value; `integer` for numbers without a fraction, `undefined` when the value is missing. */
export function typeOf(value: unknown): TypeName | undefined {
  if (value === undefined) return undefined;
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as TypeName;
}

/** Returns whether a value has a type. */
export function hasType(value: unknown, type: unknown): boolean {
  const own = typeOf(value);
  return own === type || (own === 'integer' && type === 'number');
}
