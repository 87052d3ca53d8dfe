import { isJsonObject, type Json, type JsonObject } from '../../model/json.js';
import { referredName } from '../../schema/map-schema.js';
import { declaredNames, mapAt, matchesName, type DeclaredNames } from './declared-names.js';
import { intersect, knownValues, listAt, typeOfValue, type KnownValues, type ValueType } from './known-values.js';
import type { SchemaWorld } from './schema-world.js';

/** What is known of a value: that it is valid under all of some schemas. */
export interface Premise {
  /** Schemas that all hold, references and `allOf` followed. */
  readonly parts: readonly JsonObject[];
  /** Lists of schemas, of each of which at least one holds and which were not told apart yet. */
  readonly unions: readonly (readonly Json[])[];
  readonly known: KnownValues;
  readonly declared: DeclaredNames;
}

/** The premise that a value is valid under some schemas. */
export function premiseOf(schemas: readonly Json[], world: SchemaWorld): Premise {
  const parts = schemas.flatMap((schema) => flatten(schema, world));
  return {
    parts,
    unions: parts.flatMap(unionsOf),
    known: schemas.map((schema) => knownValues(schema, world)).reduce(intersect, knownValues(true, world)),
    declared: declaredNames(schemas, world),
  };
}

/** The premise with one more schema that holds; what is declared stays, because the value is the same. */
export function assume(premise: Premise, schema: Json, world: SchemaWorld): Premise {
  const parts = flatten(schema, world);
  return {
    ...premise,
    parts: [...premise.parts, ...parts],
    unions: [...premise.unions, ...parts.flatMap(unionsOf)],
    known: intersect(premise.known, knownValues(schema, world)),
  };
}

/** Cases one of which holds; `undefined` when there is nothing to tell apart. */
export function splitPremise(premise: Premise, world: SchemaWorld): readonly Premise[] | undefined {
  const [union, ...unions] = premise.unions;
  if (union) return union.map((member) => assume({ ...premise, unions }, member, world));
  const { types, values } = premise.known;
  if (values && values.length > 1 && values.length <= maximalValues) {
    return values.map((value) => ({ ...premise, known: { types: new Set([typeOfValue(value)]), values: [value] } }));
  }
  if (types.size <= 1) return undefined;
  return [...types].map((type) => ({
    ...premise,
    known: intersect(premise.known, { types: new Set<ValueType>([type]) }),
  }));
}

const maximalValues = 256;

/**
 * What is known of a property, if the value has it; `undefined` when it has not: objects are taken to have no properties
 * that their schema, although it lists some, says nothing about.
 */
export function propertyPremise({ parts, declared }: Premise, name: string, world: SchemaWorld): Premise | undefined {
  const schemas = parts.flatMap((part) => {
    const own = mapAt(part, 'properties')?.get(name);
    const matching = [...(mapAt(part, 'patternProperties') ?? [])].filter(([pattern]) => matchesName(pattern, name));
    const said = [...(own === undefined ? [] : [own]), ...matching.map(([, schema]) => schema)];
    return said.length > 0 ? said : otherSchemas(part, name, world);
  });
  const isDeclared =
    !declared.lists ||
    declared.open ||
    declared.names.has(name) ||
    declared.patterns.some((one) => matchesName(one, name));
  if (schemas.includes(false) || (schemas.length === 0 && !isDeclared)) return undefined;
  return premiseOf(schemas, world);
}

/** What is known of a property whose name matches a pattern that some part declares, maybe conditionally. */
export function patternPremise({ parts }: Premise, pattern: string, world: SchemaWorld): Premise {
  return premiseOf(
    parts.flatMap((part) => mapAt(part, 'patternProperties')?.get(pattern) ?? []),
    world,
  );
}

/** What is known of properties that nothing declares; `undefined` when there are none. */
export function otherPremise({ parts, declared }: Premise, world: SchemaWorld): Premise | undefined {
  const schemas = parts.flatMap((part) => otherSchemas(part, undefined, world));
  if (schemas.includes(false) || (schemas.length === 0 && declared.lists && !declared.open)) return undefined;
  return premiseOf(schemas, world);
}

/** What a part says about a property that it does not name. */
function otherSchemas(part: JsonObject, name: string | undefined, world: SchemaWorld): readonly Json[] {
  const additional = part.get('additionalProperties');
  if (additional !== undefined) return [additional];
  const unevaluated = part.get('unevaluatedProperties');
  if (unevaluated === undefined) return [];
  const rest = new Map([...part].filter(([keyword]) => keyword !== 'unevaluatedProperties'));
  const { open, names, patterns } = declaredNames([rest], world);
  const isEvaluated =
    open || (name !== undefined && (names.has(name) || patterns.some((pattern) => matchesName(pattern, name))));
  return isEvaluated ? [] : [unevaluated];
}

/** What is known of the item at an index, or with `Infinity` of those behind all that have a schema of their own. */
export function itemPremise({ parts }: Premise, index: number, world: SchemaWorld): Premise | undefined {
  const schemas = parts.flatMap((part) => listAt(part, 'prefixItems')[index] ?? part.get('items') ?? []);
  return schemas.includes(false) ? undefined : premiseOf(schemas, world);
}

function flatten(schema: Json, world: SchemaWorld, depth = 0): readonly JsonObject[] {
  if (!isJsonObject(schema) || depth > maximalDepth) return [];
  const name = referredName(schema);
  const target = name === undefined ? [] : flatten(world.definitions.get(name)?.schema ?? true, world, depth + 1);
  return [schema, ...target, ...listAt(schema, 'allOf').flatMap((member) => flatten(member, world, depth + 1))];
}

const maximalDepth = 50;

function unionsOf(part: JsonObject): readonly (readonly Json[])[] {
  return ['anyOf', 'oneOf'].map((keyword) => listAt(part, keyword)).filter((members) => members.length > 0);
}
