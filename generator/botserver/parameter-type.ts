import { didYouMean } from '../diagnostics/suggest.js';

/** Schema of a type that scripts have. */
export interface ParameterType {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly format?: 'date' | 'date-time' | 'email';
}

/** Type of a parameter without `AS`. */
export const defaultType: ParameterType = { type: 'string' };

const parameterTypes: ReadonlyMap<string, ParameterType> = new Map<string, ParameterType>([
  ['string', { type: 'string' }],
  ['text', { type: 'string' }],
  ['name', { type: 'string' }],
  ['phone', { type: 'string' }],
  ['file', { type: 'string' }],
  ['email', { type: 'string', format: 'email' }],
  ['date', { type: 'string', format: 'date' }],
  ['datetime', { type: 'string', format: 'date-time' }],
  ['integer', { type: 'integer' }],
  ['int', { type: 'integer' }],
  ['number', { type: 'number' }],
  ['float', { type: 'number' }],
  ['double', { type: 'number' }],
  ['decimal', { type: 'number' }],
  ['money', { type: 'number' }],
  ['boolean', { type: 'boolean' }],
  ['bool', { type: 'boolean' }],
  ['array', { type: 'array' }],
  ['list', { type: 'array' }],
  ['object', { type: 'object' }],
  ['map', { type: 'object' }],
]);

/** Finds a type by its name, in any case; `undefined` if there is none. */
export function findType(name: string): ParameterType | undefined {
  return parameterTypes.get(name.toLowerCase());
}

/** Help for a type that does not exist. */
export function suggestType(name: string): string {
  const names = [...parameterTypes.keys()];
  return didYouMean(name, names) ?? `The types are ${names.join(', ')}.`;
}
