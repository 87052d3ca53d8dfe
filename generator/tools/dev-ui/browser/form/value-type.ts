/** A JSON Schema type. */
export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** Types that the user can choose from if a schema allows several, in display order. */
export const shownTypes: readonly TypeName[] = ['string', 'number', 'boolean', 'object', 'array', 'null'];

/** Display names of the types. */
export const typeTitles: { readonly [type in TypeName]: string } = {
  string: 'string',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  object: 'object',
  array: 'array',
  null: 'null',
};

/** Returns the type of a value: `integer` for numbers without a fraction, `undefined` if the value is missing. */
export function typeOf(value: unknown): TypeName | undefined {
  if (value === undefined) return undefined;
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as TypeName;
}

/** Returns whether a value has a given type. */
export function hasType(value: unknown, type: unknown): boolean {
  const own = typeOf(value);
  return own === type || (own === 'integer' && type === 'number');
}
