import type { JsonObject } from '../../model/json.js';
import type { DefinitionModel } from '../../model/model.js';
import { mapSchema, referredNames, refTo } from '../../schema/map-schema.js';
import type { SchemaCheck } from './create-schema-check.js';
import { prepareSchema } from './prepare-schema.js';

/** What a schema needs of its validator, directly or through the definitions that it refers to. */
export interface SchemaNeeds {
  /** Some part of it has a `default`. */
  readonly defaults: boolean;
  /** Some property that it names is one that every JavaScript object inherits (`constructor`, `__proto__`, …). */
  readonly ownProperties: boolean;
}

export interface IndexedDefinition extends SchemaNeeds {
  readonly model: DefinitionModel;
  /** Position in the model. */
  readonly position: number;
  /** Names of the definitions that it refers to directly. */
  readonly refersTo: ReadonlySet<string>;
  /** Length of what the compiler reads of it, in characters. */
  readonly length: number;
  /** Why it is no valid schema: whatever refers to it cannot be compiled. */
  readonly fault: string | undefined;
}

export type DefinitionIndex = ReadonlyMap<string, IndexedDefinition>;

/** Looks every definition through once. */
export function indexDefinitions(definitions: readonly DefinitionModel[], check: SchemaCheck): DefinitionIndex {
  const refersTo = new Map(definitions.map(({ name, schema }) => [name, referredNames(schema)]));
  const referrers = invert(refersTo);
  const direct = new Map(definitions.map(({ name, schema }) => [name, findDirectNeeds(schema)]));
  const withDefaults = spread(referrers, (name) => direct.get(name)?.defaults === true);
  const withOwnProperties = spread(referrers, (name) => direct.get(name)?.ownProperties === true);
  return new Map(
    definitions.map((model, position) => {
      const needs = { defaults: withDefaults.has(model.name), ownProperties: withOwnProperties.has(model.name) };
      const prepared = prepareSchema(model.schema, 'plain', refTo);
      const fault = check(model.dialect, prepared);
      const length = JSON.stringify(prepared).length;
      return [
        model.name,
        { model, position, refersTo: refersTo.get(model.name) ?? new Set(), length, fault, ...needs },
      ];
    }),
  );
}

/** What the schema of a tool needs. */
export function findNeeds(schema: boolean | JsonObject, definitions: DefinitionIndex): SchemaNeeds {
  const parts: readonly SchemaNeeds[] = [
    findDirectNeeds(schema),
    ...[...referredNames(schema)].flatMap((name) => definitions.get(name) ?? []),
  ];
  return {
    defaults: parts.some((part) => part.defaults),
    ownProperties: parts.some((part) => part.ownProperties),
  };
}

/** Names of all definitions that schemas refer to, directly or not. */
export function reachDefinitions(
  schemas: readonly (boolean | JsonObject)[],
  definitions: DefinitionIndex,
): ReadonlySet<string> {
  const names = new Set(schemas.flatMap((schema) => [...referredNames(schema)]));
  for (const name of names) for (const next of definitions.get(name)?.refersTo ?? []) names.add(next);
  return names;
}

function findDirectNeeds(schema: boolean | JsonObject): SchemaNeeds {
  let defaults = false;
  let ownProperties = false;
  mapSchema(schema, (part) => {
    defaults ||= part.has('default');
    ownProperties ||= listPropertyNames(part).some((name) => name in Object.prototype);
    return part;
  });
  return { defaults, ownProperties };
}

const propertyKeywords = ['properties', 'required', 'dependentRequired', 'dependentSchemas', 'dependencies'];

function listPropertyNames(schema: JsonObject): readonly string[] {
  return propertyKeywords.flatMap((keyword) => {
    const value = schema.get(keyword);
    if (Array.isArray(value)) return value.map(String);
    if (!(value instanceof Map)) return [];
    return [...value].flatMap(([name, member]) => [name, ...(Array.isArray(member) ? member.map(String) : [])]);
  });
}

function invert(refersTo: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, readonly string[]> {
  const referrers = new Map([...refersTo.keys()].map((name): [string, string[]] => [name, []]));
  for (const [name, targets] of refersTo) for (const target of targets) referrers.get(target)?.push(name);
  return referrers;
}

/** The names that a property holds for, and all that refer to one of them. */
function spread(referrers: ReadonlyMap<string, readonly string[]>, holds: (name: string) => boolean): Set<string> {
  const found = new Set([...referrers.keys()].filter(holds));
  for (const name of found) for (const referrer of referrers.get(name) ?? []) found.add(referrer);
  return found;
}
