import { objectOf, type SchemaCase } from './schema-case.js';

const string = { type: 'string' };
const number = { type: 'number' };

export const arrayCases: readonly SchemaCase[] = [
  {
    name: 'items',
    schema: { type: 'array', items: objectOf({ a: string }) },
    want: 'export type Root = { a?: string; }[];',
    accepts: [[], [{ a: 's' }]],
    rejects: [[{ a: 1 }], {}],
  },
  {
    name: 'free array',
    schema: { type: 'array' },
    want: 'export type Root = unknown[];',
    accepts: [[], [1, 's']],
    rejects: [{}],
  },
  {
    name: 'items without type',
    schema: { items: { enum: ['a', 'b'] } },
    want: `export type Root = ('a' | 'b')[];`,
    accepts: [['a', 'b']],
    rejects: [['c']],
  },
  {
    name: 'items of one literal',
    schema: { type: 'array', items: { const: -1 } },
    want: 'export type Root = (-1)[];',
    accepts: [[-1]],
    rejects: [[1]],
  },
  {
    name: 'maxItems-5-tuple-union',
    schema: objectOf({ a: { type: 'array', items: string, maxItems: 5 } }),
    want: 'export interface Root { a?: string[]; }',
    accepts: [{ a: [] }, { a: ['s', 's'] }],
    rejects: [{ a: [1] }],
  },
  {
    name: 'minItems-1',
    schema: { type: 'array', items: string, minItems: 1 },
    want: 'export type Root = string[];',
    accepts: [['s']],
    rejects: [[1]],
  },
  {
    name: 'minItems-maxItems-100',
    schema: { type: 'array', items: string, minItems: 1, maxItems: 100 },
    want: 'export type Root = string[];',
    accepts: [['s']],
    rejects: [[1]],
  },
  {
    name: 'contains',
    schema: { type: 'array', contains: { const: 1 }, minContains: 1, uniqueItems: true, unevaluatedItems: false },
    want: 'export type Root = unknown[];',
    accepts: [[1]],
    rejects: ['text'],
  },
  {
    name: 'prefixItems-tuple',
    schema: { type: 'array', prefixItems: [string, number], items: false },
    want: 'export type Root = [string?, number?];',
    accepts: [[], ['s'], ['s', 1]],
    rejects: [[1], ['s', 1, 2]],
  },
  {
    name: 'prefixItems+rest',
    schema: objectOf({ t: { type: 'array', prefixItems: [string], items: number, minItems: 1 } }),
    want: 'export interface Root { t?: [string, ...(number)[]]; }',
    accepts: [{ t: ['s'] }, { t: ['s', 1, 2] }],
    rejects: [{ t: [] }, { t: ['s', 's'] }],
  },
  {
    name: 'prefixItems open',
    schema: { type: 'array', prefixItems: [string], minItems: 1 },
    want: 'export type Root = [string, ...unknown[]];',
    accepts: [['s'], ['s', 1]],
    rejects: [[], [1]],
  },
  {
    name: 'prefixItems in items',
    schema: { type: 'array', items: { prefixItems: [string, { type: ['number', 'null'] }], items: false } },
    want: 'export type Root = [string?, (number | null)?][];',
    accepts: [[[], ['s', null]]],
    rejects: [[[1]]],
  },
  {
    name: 'prefixItems of objects and tuples',
    schema: {
      type: 'array',
      prefixItems: [objectOf({ a: string }, ['a']), { type: 'array', prefixItems: [number], items: false }],
      items: { $ref: '#/$defs/Other' },
      minItems: 2,
    },
    definitions: { Other: { type: 'boolean' } },
    want: 'export type Root = [{ a: string; }, [number?], ...(Other)[]]; export type Other = boolean;',
    accepts: [
      [{ a: 's' }, []],
      [{ a: 's' }, [1], true],
    ],
    rejects: [
      [{ a: 1 }, []],
      [{ a: 's' }, [1], 's'],
    ],
  },
  {
    name: 'prefixItems cut by maxItems',
    schema: { type: 'array', prefixItems: [string, number], maxItems: 1 },
    want: 'export type Root = [string?];',
    accepts: [[], ['s']],
    rejects: [['s', 1]],
  },
  {
    name: 'items-array-draft7-tuple',
    dialect: 'draft-07',
    schema: { type: 'array', items: [string, number], additionalItems: { type: 'boolean' }, minItems: 2 },
    want: 'export type Root = [string, number, ...(boolean)[]];',
    accepts: [
      ['s', 1],
      ['s', 1, true],
    ],
    rejects: [['s'], ['s', 1, 's']],
  },
  {
    name: 'prefixItems means nothing in draft-07',
    dialect: 'draft-07',
    schema: { type: 'array', prefixItems: [string], items: number },
    want: 'export type Root = number[];',
    accepts: [[1]],
    rejects: [['s']],
  },
  {
    name: 'recursive-alias-array',
    schema: { type: 'array', items: { anyOf: [string, { $ref: '#/$defs/Root' }] } },
    want: 'export type Root = (string | Root)[];',
    accepts: [['s', ['s', []]]],
    rejects: [['s', [1]]],
  },
];
