import { isJsonArray, isJsonObject, objectAt, type Json, type JsonObject } from '../model/json.js';
import { referredName } from './map-schema.js';

/** Selected fields by name, each with its selected subfields. An empty selection keeps the whole field. */
interface FieldSelection extends ReadonlyMap<string, FieldSelection> {}

/** Splits a dotted path like the runtime does. A dot inside a name is escaped as `\.`. */
export function splitPath(path: string): readonly string[] {
  return path.split(/(?<!\\)\./u).map((name) => name.replaceAll('\\.', '.'));
}

/** Builds a selection from paths. A path that is a prefix of another path keeps its whole field. */
export function toSelection(paths: readonly (readonly string[])[]): FieldSelection {
  const names = [...new Set(paths.map(([name = '']) => name))];
  return new Map(
    names.map((name) => {
      const below = paths.filter(([first]) => first === name).map((path) => path.slice(1));
      return [name, below.some((path) => path.length === 0) ? new Map() : toSelection(below)];
    }),
  );
}

/**
 * Keywords that remain valid if an object has fewer members, or that concern other types. `uniqueItems` is not
 * included: items may differ only in omitted fields.
 */
const keptKeywords: ReadonlySet<string> = new Set(
  'type title description minItems maxItems format minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf deprecated'.split(
    ' ',
  ),
);

/** Maximum number of schemas to narrow. Further schemas allow any value. */
const maxSchemas = 2000;

/** State of narrowing. Limits recursion, because schemas can refer to each other in cycles. */
interface Narrowing {
  /** Finds a schema by the name in a reference. */
  readonly find: (name: string) => Json | undefined;
  /** References that were already followed for the same value. */
  readonly followed: readonly string[];
  /** Number of schemas that can still be narrowed, shared by all parts. */
  readonly budget: { left: number };
}

/**
 * Narrows a schema to selected fields: if a value matches the schema, its selected fields match the narrowed schema.
 * Recursive schemas, and all schemas after the first 2,000, become `{}`.
 * @param find Finds a schema by the name in a reference.
 */
export function narrowSchema(schema: Json, selection: FieldSelection, find: (name: string) => Json | undefined): Json {
  return narrow(schema, selection, { find, followed: [], budget: { left: maxSchemas } });
}

function narrow(schema: Json, selection: FieldSelection, outer: Narrowing): Json {
  if (selection.size === 0 || !isJsonObject(schema)) return schema;
  const { find, followed, budget } = outer;
  const name = referredName(schema);
  budget.left -= 1;
  if (budget.left < 0 || (name !== undefined && followed.includes(name))) return new Map<string, Json>();
  const narrowing = name === undefined ? outer : { ...outer, followed: [...followed, name] };
  const target = name === undefined ? undefined : narrow(find(name) ?? true, selection, narrowing);
  const members = [...schema].flatMap(([keyword, value]) => narrowMember(keyword, value, schema, selection, narrowing));
  if (!isJsonObject(target)) return new Map(members);
  const isAlone = members.every(([keyword]) => !target.has(keyword) || keyword === 'description');
  return isAlone
    ? new Map<string, Json>([...target, ...members])
    : new Map<string, Json>([...members, ['allOf', [target]]]);
}

type Members = readonly (readonly [keyword: string, value: Json])[];

function narrowMember(
  keyword: string,
  value: Json,
  schema: JsonObject,
  selection: FieldSelection,
  narrowing: Narrowing,
): Members {
  if (keptKeywords.has(keyword)) return [[keyword, value]];
  const same = (part: Json): Json => narrow(part, selection, narrowing);
  if (keyword === 'properties' && isJsonObject(value)) {
    const properties = [...selection].flatMap(([name, deeper]): Members => {
      const property = value.get(name);
      return property === undefined ? [] : [[name, narrow(property, deeper, { ...narrowing, followed: [] })]];
    });
    return [[keyword, new Map(properties)]];
  }
  if (keyword === 'required' && isJsonArray(value)) {
    const required = value.filter((name) => typeof name === 'string' && selection.has(name));
    return required.length > 0 ? [[keyword, required]] : [];
  }
  if (keyword === 'items' && !schema.has('prefixItems')) return [[keyword, same(value)]];
  if (keyword === 'additionalProperties') {
    const others = [...selection].filter(([name]) => !objectAt(schema, 'properties').has(name));
    // Names that are allowed only by a pattern are no longer listed.
    if (value === false) return schema.has('patternProperties') ? [] : [[keyword, value]];
    return isJsonObject(value) && others.length > 0 ? [[keyword, narrowAll(value, others, narrowing)]] : [];
  }
  if (keyword === 'allOf' && isJsonArray(value)) return [[keyword, value.map(same)]];
  // Narrowed branches may be equal, which would make `oneOf` fail.
  if ((keyword === 'oneOf' || keyword === 'anyOf') && isJsonArray(value)) return [['anyOf', value.map(same)]];
  return [];
}

/** Narrows a schema to the union of several fields. */
function narrowAll(
  schema: Json,
  fields: readonly (readonly [name: string, below: FieldSelection])[],
  narrowing: Narrowing,
): Json {
  const [only, ...others] = fields.map(([, below]) => narrow(schema, below, { ...narrowing, followed: [] }));
  return others.length === 0 ? (only ?? true) : new Map<string, Json>([['anyOf', [only ?? true, ...others]]]);
}
