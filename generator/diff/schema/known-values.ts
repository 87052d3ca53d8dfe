import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.js';
import { referredName } from '../../schema/map-schema.js';
import { meaningOf, valueText } from './meaning.js';
import type { SchemaWorld } from './schema-world.js';

/** The types of JSON, numbers told apart by whether they are integers. */
export type ValueType = 'null' | 'boolean' | 'object' | 'array' | 'string' | 'integer' | 'fraction';

/** All types. */
export const allTypes: readonly ValueType[] = ['null', 'boolean', 'object', 'array', 'string', 'integer', 'fraction'];

/** What can be said about all values that a schema accepts; there may be fewer values than it says. */
export interface KnownValues {
  readonly types: ReadonlySet<ValueType>;
  /** All possible values, when they can be listed; each has one of the types. */
  readonly values?: readonly Json[];
}

const anything: KnownValues = { types: new Set(allTypes) };
const nothing: KnownValues = { types: new Set(), values: [] };

/** References in place are followed this deep. */
const maximalDepth = 50;

/** Types and, where they can be listed, values of what a schema accepts. */
export function knownValues(schema: Json, world: SchemaWorld, depth = 0): KnownValues {
  if (schema === false) return nothing;
  if (!isJsonObject(schema) || depth > maximalDepth) return anything;
  if (schema.has('not') && meaningOf(schema.get('not') ?? true) === '{}') return nothing;
  let known = ownValues(schema);
  const name = referredName(schema);
  if (name !== undefined) {
    known = intersect(known, knownValues(world.definitions.get(name)?.schema ?? true, world, depth + 1));
  }
  for (const member of listAt(schema, 'allOf')) known = intersect(known, knownValues(member, world, depth + 1));
  for (const keyword of ['anyOf', 'oneOf']) {
    const members = listAt(schema, keyword).map((member) => knownValues(member, world, depth + 1));
    if (members.length > 0) known = intersect(known, members.reduce(unite));
  }
  return known;
}

/** What `type`, `enum` and `const` of a schema say. */
export function ownValues(schema: JsonObject): KnownValues {
  const type = schema.get('type');
  const types = type === undefined ? undefined : new Set((isJsonArray(type) ? type : [type]).flatMap(expandType));
  const listed = schema.has('const') ? [schema.get('const') ?? null] : schema.get('enum');
  const byType: KnownValues = types ? withTypes(types) : anything;
  return isJsonArray(listed) ? intersect(byType, { types: anything.types, values: listed }) : byType;
}

/** What both say together. */
export function intersect(left: KnownValues, right: KnownValues): KnownValues {
  const types = new Set([...left.types].filter((type) => right.types.has(type)));
  const [listed, other] = left.values ? [left, right] : [right, left];
  if (!listed.values) return { types };
  const allowed = other.values && new Set(other.values.map(valueText));
  const values = listed.values.filter(
    (value) => types.has(typeOfValue(value)) && (allowed?.has(valueText(value)) ?? true),
  );
  return { types: new Set(values.map(typeOfValue)), values };
}

/** The type of a value. */
export function typeOfValue(value: Json): ValueType {
  if (value === null) return 'null';
  if (isJsonArray(value)) return 'array';
  if (isJsonObject(value)) return 'object';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  return typeof value === 'boolean' ? 'boolean' : 'string';
}

/** The list of schemas at a keyword; none when there is no such keyword. */
export function listAt(schema: JsonObject, keyword: string): readonly Json[] {
  const list = schema.get(keyword);
  return isJsonArray(list) ? list : [];
}

/** Types of which there are only so many values become these. */
function withTypes(types: ReadonlySet<ValueType>): KnownValues {
  const isShort = [...types].every((type) => type === 'null' || type === 'boolean');
  if (!isShort) return { types };
  return { types, values: [...types].flatMap((type): Json[] => (type === 'null' ? [null] : [true, false])) };
}

function expandType(type: Json): readonly ValueType[] {
  if (type === 'number') return ['integer', 'fraction'];
  return allTypes.filter((known) => known === type && known !== 'fraction');
}

function unite(left: KnownValues, right: KnownValues): KnownValues {
  const types = new Set([...left.types, ...right.types]);
  if (!left.values || !right.values) return { types };
  return { types, values: [...left.values, ...right.values] };
}
