import fc from 'fast-check';
import type { PlainSchema } from '../kit/build-model.js';

/** Two versions of a schema. */
export interface SchemaVersions {
  readonly old: PlainSchema;
  readonly new: PlainSchema;
}

const name = fc.constantFrom('a', 'b', 'c', 'x1');

/** Values such as the schemas here are about. */
export const arbitraryValue = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, 0, 1, 2, 3, 6, 2.5, -3, '', 'a', 'b', 'abc', 'ba'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(name, tie('json'), { maxKeys: 4, noNullPrototype: true }),
    fc.dictionary(name, tie('json'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).json;

const scalar = fc.constantFrom<PlainSchema>(
  true,
  false,
  {},
  { type: 'string' },
  { type: 'integer' },
  { type: 'number' },
  { type: 'null' },
  { type: 'boolean' },
  { type: ['string', 'null'] },
  { type: ['number', 'string'] },
  { type: 'object' },
  { type: 'array' },
  { enum: ['a', 'b'] },
  { enum: ['a'] },
  { enum: ['a', 1, null] },
  { enum: [true, false] },
  { const: 'a' },
  { const: 1 },
  { const: { a: 1 } },
  { type: 'string', const: 'a' },
  { $ref: '#/$defs/List' },
  { $ref: '#/$defs/Leaf' },
  { $ref: '#/$defs/List', required: ['b'] },
);

const limits = fc.constantFrom<PlainSchema>(
  { minimum: 1 },
  { minimum: 2 },
  { exclusiveMinimum: 1 },
  { type: 'integer', exclusiveMinimum: 1 },
  { type: 'integer', minimum: 2 },
  { maximum: 2 },
  { exclusiveMaximum: 2.5 },
  { multipleOf: 2 },
  { multipleOf: 3 },
  { multipleOf: 6 },
  { multipleOf: 0.5 },
  { type: 'string', minLength: 1 },
  { minLength: 2 },
  { maxLength: 1 },
  { pattern: '^a' },
  { type: 'string', pattern: '^b' },
  { minItems: 1 },
  { maxItems: 1 },
  { uniqueItems: true },
  { minProperties: 1 },
  { maxProperties: 1 },
  { required: ['a'] },
  { required: ['a', 'b'] },
);

/** The one in both versions, or another in each. */
function versionsOf(one: fc.Arbitrary<PlainSchema>): fc.Arbitrary<SchemaVersions> {
  return fc.oneof(
    one.map((schema) => ({ old: schema, new: schema })),
    fc.record({ old: one, new: one }),
  );
}

interface Member {
  readonly key: string;
  readonly schema: SchemaVersions;
  /** The versions that have it. */
  readonly in: 'old' | 'new' | 'both';
}

type Side = 'old' | 'new';

function membersOf(members: readonly Member[], side: Side): readonly Member[] {
  return members.filter((member) => member.in === side || member.in === 'both');
}

function mapOf(members: readonly Member[], side: Side): { readonly [key: string]: PlainSchema } {
  return Object.fromEntries(membersOf(members, side).map(({ key, schema }) => [key, schema[side]]));
}

function listOf(members: readonly Member[], side: Side): readonly PlainSchema[] {
  const list = membersOf(members, side).map(({ schema }) => schema[side]);
  return list.length > 0 ? list : [true];
}

/** A schema for both versions, made by a function for each. */
function build(make: (side: Side) => { readonly [keyword: string]: unknown }): SchemaVersions {
  return { old: make('old') as PlainSchema, new: make('new') as PlainSchema };
}

/** Pairs of schemas that are alike in most. */
export const schemaVersions: fc.Arbitrary<SchemaVersions> = fc.letrec<{ any: SchemaVersions }>((tie) => {
  const presence = fc.constantFrom<Member['in'][]>('both', 'both', 'both', 'old', 'new');
  const member = fc.record<Member>({ key: name, schema: tie('any'), in: presence });
  const members = fc.uniqueArray(member, { maxLength: 4, selector: ({ key }) => key });
  const list = fc.array(member, { minLength: 1, maxLength: 3 });
  const names = fc.record({ old: fc.uniqueArray(name, { maxLength: 2 }), new: fc.uniqueArray(name, { maxLength: 2 }) });
  const flag = fc.record({ old: fc.boolean(), new: fc.boolean() });
  const others = fc.oneof(fc.constant(undefined), versionsOf(fc.constant(false)), tie('any'), flag);
  const object = fc.record({ members, names, others, same: fc.boolean(), typed: fc.boolean() });
  return {
    any: fc.oneof(
      { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
      versionsOf(scalar),
      versionsOf(limits),
      object.map(({ members: all, names: required, others: rest, same, typed }) =>
        build((side) => ({
          ...(typed && { type: 'object' }),
          properties: mapOf(all, side),
          required: same ? required.old : required[side],
          ...(rest && { additionalProperties: rest[side] }),
        })),
      ),
      fc.record({ members, list, closed: flag }).map(({ members: all, list: conjuncts, closed }) =>
        build((side) => ({
          properties: mapOf(all, side),
          allOf: listOf(conjuncts, side),
          ...(closed[side] && { unevaluatedProperties: false }),
        })),
      ),
      fc
        .record({ pattern: tie('any'), rest: others, on: presence, members })
        .map(({ pattern, rest, on, members: all }) =>
          build((side) => ({
            ...(all.length > 1 && { properties: mapOf(all, side) }),
            ...((on === side || on === 'both') && { patternProperties: { '^x': pattern[side] } }),
            ...(rest && { additionalProperties: rest[side] }),
          })),
        ),
      fc
        .record({ all: list, items: others })
        .map(({ all, items }) =>
          build((side) => ({ type: 'array', prefixItems: listOf(all, side), ...(items && { items: items[side] }) })),
        ),
      tie('any').map((items) => build((side) => ({ type: 'array', items: items[side] }))),
      fc
        .record({ contains: tie('any'), least: fc.nat(2) })
        .map(({ contains, least }) =>
          build((side) => ({ contains: contains[side], minContains: least, unevaluatedItems: side === 'new' })),
        ),
      list.map((all) => build((side) => ({ anyOf: listOf(all, side) }))),
      list.map((all) => build((side) => ({ oneOf: listOf(all, side) }))),
      list.map((all) => build((side) => ({ [side === 'old' ? 'oneOf' : 'anyOf']: listOf(all, side) }))),
      tie('any').map((schema) => build((side) => ({ not: schema[side] }))),
      fc
        .tuple(tie('any'), tie('any'), tie('any'))
        .map(([condition, yes, no]) => build((side) => ({ if: condition[side], then: yes[side], else: no[side] }))),
      fc.record({ names, schemas: members, keys: tie('any') }).map(({ names: required, schemas, keys }) =>
        build((side) => ({
          dependentRequired: { a: required[side] },
          dependentSchemas: mapOf(schemas, side),
          propertyNames: keys[side],
        })),
      ),
    ),
  };
}).any;

const placesOfParts = new Set(['properties', 'patternProperties']);

/**
 * The schema for values without properties that it, although it lists some, says nothing about: that is what a proof takes
 * for granted.
 */
export function closeSchema(schema: PlainSchema): PlainSchema {
  if (typeof schema === 'boolean') return schema;
  const inner = closeParts(schema);
  return listsProperties(schema) ? { allOf: [inner], unevaluatedProperties: false } : inner;
}

/** Closes the schemas of parts of the value. */
function closeParts(schema: PlainSchema): PlainSchema {
  if (typeof schema === 'boolean') return schema;
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (placesOfParts.has(keyword)) return [keyword, mapValues(value, closeSchema)];
    if (keyword === 'dependentSchemas') return [keyword, mapValues(value, closeParts)];
    if (keyword === 'prefixItems') return [keyword, (value as PlainSchema[]).map(closeSchema)];
    if (['items', 'additionalProperties'].includes(keyword)) return [keyword, closeSchema(value as PlainSchema)];
    if (['allOf', 'anyOf'].includes(keyword)) return [keyword, (value as PlainSchema[]).map(closeParts)];
    return [keyword, value];
  });
  return Object.fromEntries(entries);
}

function mapValues(value: unknown, map: (schema: PlainSchema) => PlainSchema): { [key: string]: PlainSchema } {
  return Object.fromEntries(Object.entries(value as object).map(([key, member]) => [key, map(member as PlainSchema)]));
}

function listsProperties(schema: PlainSchema): boolean {
  if (typeof schema === 'boolean') return false;
  if ('properties' in schema || schema['$ref'] === '#/$defs/List') return true;
  const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => (schema[keyword] ?? []) as PlainSchema[]);
  const single = ['not', 'if', 'then', 'else'].flatMap((keyword) => (schema[keyword] ?? []) as PlainSchema);
  const dependent = Object.values((schema['dependentSchemas'] ?? {}) as { [key: string]: PlainSchema });
  return [...lists, ...single, ...dependent].some((one) => listsProperties(one as PlainSchema));
}
