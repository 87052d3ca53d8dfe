import { objectOf, type SchemaCase } from './schema-case.js';

const string = { type: 'string' };
const number = { type: 'number' };
const Base = objectOf({ a: string }, ['a']);
const base = { $ref: '#/$defs/Base' };

export const compositionCases: readonly SchemaCase[] = [
  {
    name: '$dynamicRef',
    schema: objectOf({ a: { $dynamicRef: '#node' } }),
    want: 'export interface Root { a?: unknown; }',
    accepts: [{ a: {} }],
  },
  {
    name: 'OAS-discriminator',
    schema: { oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }], discriminator: { propertyName: 'kind' } },
    definitions: {
      Cat: objectOf({ kind: { const: 'cat' }, meow: { type: 'boolean' } }, ['kind', 'meow']),
      Dog: objectOf({ kind: { const: 'dog' }, bark: { type: 'boolean' } }, ['kind', 'bark']),
    },
    want:
      `export type Root = Cat | Dog; export interface Cat { kind: 'cat'; meow: boolean; } ` +
      `export interface Dog { kind: 'dog'; bark: boolean; }`,
    accepts: [{ kind: 'cat', meow: true }],
    rejects: [{ kind: 'cat', bark: true }],
  },
  {
    name: 'allOf-merge',
    schema: { allOf: [objectOf({ a: string }, ['a']), objectOf({ b: number }, ['b'])] },
    want: 'export type Root = { a: string; } & { b: number; };',
    accepts: [{ a: 's', b: 1 }],
    rejects: [{ a: 's' }, { a: 1, b: 1 }],
  },
  {
    name: 'allOf+unevaluatedProperties-false',
    schema: { allOf: [base, objectOf({ b: number })], unevaluatedProperties: false },
    definitions: { Base },
    want: 'export type Root = Base & { b?: number; }; export interface Base { a: string; }',
    accepts: [{ a: 's', b: 1 }],
    rejects: [{ a: 's', c: 1 }],
  },
  {
    name: 'props+oneOf-required',
    schema: { ...objectOf({ a: string, b: string }), oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    want: 'export type Root = { a?: string; b?: string; } & ({ a: unknown; } | { b: unknown; });',
    accepts: [{ a: 's' }, { b: 's' }],
    rejects: [{}, { a: 1 }],
  },
  {
    name: 'ref-siblings-properties',
    schema: objectOf({ a: { ...base, properties: { extra: number }, required: ['extra'] } }, ['a']),
    definitions: { Base },
    want: 'export interface Root { a: Base & { extra: number; }; } export interface Base { a: string; }',
    accepts: [{ a: { a: 's', extra: 1 } }],
    rejects: [{ a: { a: 's' } }, { a: { a: 's', extra: 's' } }],
  },
  {
    name: 'ref-with-siblings-2020',
    schema: objectOf({ a: { ...base, description: 'The base.', title: 'Renamed', default: {}, deprecated: true } }),
    definitions: { Base },
    want: 'export interface Root { /** * @deprecated * The base. */ a?: Base; } export interface Base { a: string; }',
    accepts: [{ a: { a: 's' } }],
    rejects: [{ a: {} }],
  },
  {
    name: 'ref with bare type',
    schema: { type: 'object', ...base },
    definitions: { Base },
    want: 'export type Root = Base; export interface Base { a: string; }',
    accepts: [{ a: 's' }],
    rejects: [{}],
  },
  {
    name: 'props+anyOf nested(708)',
    schema: {
      ...objectOf({ a: string }, ['a']),
      anyOf: [objectOf({ b: number }, ['b']), objectOf({ c: number }, ['c'])],
    },
    want: 'export type Root = { a: string; } & ({ b: number; } | { c: number; });',
    accepts: [
      { a: 's', b: 1 },
      { a: 's', c: 1 },
    ],
    rejects: [{ a: 's' }, { a: 1, b: 1 }],
  },
  {
    name: 'oneOf-objects',
    schema: { type: 'object', oneOf: [objectOf({ a: string }, ['a']), objectOf({ b: number }, ['b'])] },
    want: 'export type Root = { a: string; } | { b: number; };',
    accepts: [{ a: 's' }, { b: 1 }],
    rejects: [{}, { a: 1 }],
  },
  {
    name: 'alternatives take the type from around them',
    schema: { type: ['object', 'null'], anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    want: 'export type Root = { a: unknown; } | null | { b: unknown; };',
    accepts: [null, { a: 1 }],
    rejects: [{}, 's'],
  },
  {
    name: 'alternatives that say nothing',
    schema: { type: 'number', anyOf: [{ minimum: 5 }, { multipleOf: 2 }], oneOf: [string, true] },
    want: 'export type Root = number;',
    accepts: [6],
    rejects: ['s'],
  },
  {
    name: 'nested unions',
    schema: { anyOf: [string, { oneOf: [number, { type: 'null' }] }, { type: 'string', maxLength: 1 }] },
    want: 'export type Root = string | number | null;',
    accepts: ['s', 1, null],
    rejects: [true],
  },
  {
    name: 'defs-ref',
    schema: objectOf({ a: base }),
    definitions: { Base },
    want: 'export interface Root { a?: Base; } export interface Base { a: string; }',
    accepts: [{ a: { a: 's' } }],
    rejects: [{ a: 's' }],
  },
  {
    name: 'mutual-recursion',
    schema: objectOf({ other: { $ref: '#/$defs/Other' } }),
    definitions: { Other: objectOf({ roots: { type: 'array', items: { $ref: '#/$defs/Root' } } }) },
    want: 'export interface Root { other?: Other; } export interface Other { roots?: Root[]; }',
    accepts: [{ other: { roots: [{ other: {} }] } }],
    rejects: [{ other: { roots: [{ other: 1 }] } }],
  },
  {
    name: 'recursive-defs',
    schema: { anyOf: [string, { type: 'object', additionalProperties: { $ref: '#/$defs/Root' } }] },
    want: 'export type Root = string | { [k: string]: Root; };',
    accepts: ['s', { a: { b: 's' } }],
    rejects: [{ a: { b: 1 } }],
  },
  {
    name: 'recursive-root-#',
    schema: objectOf({ next: { anyOf: [{ $ref: '#/$defs/Root' }, { type: 'null' }] } }, ['next']),
    want: 'export interface Root { next: Root | null; }',
    accepts: [{ next: { next: null } }],
    rejects: [{ next: {} }],
  },
  {
    name: 'title-collision',
    schema: objectOf({ a: { ...Base, title: 'Base' }, b: { type: 'string', title: 'Name' } }),
    definitions: { Base: { title: 'My Title', ...objectOf({ c: { title: 'Base', ...string } }) } },
    want: 'export interface Root { a?: { a: string; }; b?: string; } export interface Base { c?: string; }',
    accepts: [{ a: { a: 's' } }],
    rejects: [{ a: {} }],
  },
  {
    name: 'def-name-collision-case, def-name-unicode/digits',
    schema: objectOf({
      a: { $ref: '#/$defs/HTTPError2' },
      b: { $ref: '#/$defs/HttpError2' },
      c: { $ref: '#/$defs/Élan' },
    }),
    definitions: { HTTPError2: string, HttpError2: number, Élan: { type: 'boolean' } },
    want:
      'export interface Root { a?: HTTPError2; b?: HttpError2; c?: Élan; } export type HTTPError2 = string; ' +
      'export type HttpError2 = number; export type Élan = boolean;',
    accepts: [{ a: 's', b: 1, c: true }],
    rejects: [{ a: 1 }],
  },
  {
    name: 'def-named-like-builtin',
    schema: objectOf({ a: { type: 'array', items: { $ref: '#/$defs/String' } }, b: { $ref: '#/$defs/Array' } }),
    definitions: { String: objectOf({ s: string }, ['s']), Array: string, Record: number, Promise: number },
    want:
      'export interface Root { a?: String[]; b?: Array; } export interface String { s: string; } ' +
      'export type Array = string; export type Record = number; export type Promise = number;',
    accepts: [{ a: [{ s: 's' }], b: 's' }],
    rejects: [{ a: ['s'] }, { b: [] }],
  },
  {
    name: 'union with an object in a property',
    schema: objectOf({ a: { anyOf: [objectOf({ b: { type: 'number' } }), { type: 'string' }] } }),
    want: 'export interface Root { a?: { b?: number; } | string; }',
    accepts: [{ a: { b: 1 } }, { a: 's' }],
    rejects: [{ a: { b: 's' } }, { a: 1 }],
  },
  {
    name: 'intersections in unions in arrays',
    schema: {
      type: 'array',
      items: { anyOf: [{ allOf: [{ required: ['a'] }, { required: ['b'] }] }, { type: 'null' }] },
    },
    want: 'export type Root = (({ a: unknown; } & { b: unknown; }) | null)[];',
    accepts: [[{ a: 1, b: 2 }, null]],
    rejects: [[{ a: 1 }]],
  },
];
