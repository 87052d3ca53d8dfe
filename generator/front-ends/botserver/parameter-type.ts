import type { Help } from '../../core/diagnostics/diagnostic.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';

/** Schema of a type in scripts. */
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
  ['document', { type: 'string' }],
  ['image', { type: 'string' }],
  ['audio', { type: 'string' }],
  ['video', { type: 'string' }],
  ['qrcode', { type: 'string' }],
  ['mobile', { type: 'string' }],
  ['zipcode', { type: 'string' }],
  ['language', { type: 'string' }],
  ['hour', { type: 'string' }],
  ['login', { type: 'string' }],
  ['url', { type: 'string' }],
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

/** Finds a type by name, ignoring case; `undefined` if there is none. */
export function findType(name: string): ParameterType | undefined {
  return parameterTypes.get(name.toLowerCase());
}

/** Returns help for an unknown type. */
export function suggestType(name: string): Help {
  const names = [...parameterTypes.keys()];
  return didYouMean(name, names) ?? `The types are ${names.join(', ')}.`;
}

const samples: { readonly [format in NonNullable<ParameterType['format']>]: string } = {
  date: '2026-03-15',
  'date-time': '2026-03-15T09:30:00Z',
  email: 'ana@example.com',
};

/** Returns help for a value that does not match the format of its type. */
export function suggestFormat(format: NonNullable<ParameterType['format']>): string {
  return `Write it like \`${samples[format]}\`, or declare the type \`string\`.`;
}
