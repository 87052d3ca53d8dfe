import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.js';
import type { DefinitionModel, Dialect } from '../../model/model.js';
import { referredNames, visitParts } from '../../schema/map-schema.js';
import { prepareText } from './prepare-schema.js';

/** What a schema needs of its validator, directly or through the definitions that it refers to. */
export interface SchemaNeeds {
  /** Some part of it has a `default`. */
  readonly defaults: boolean;
  /** Some property that it names is one that every JavaScript object inherits (`constructor`, `__proto__`, …). */
  readonly ownProperties: boolean;
  /** Some part of it restricts what no other part has looked at. */
  readonly unevaluated: boolean;
}

/** A definition as the compiler needs it. Plain data. */
export interface IndexedDefinition extends SchemaNeeds {
  readonly name: string;
  readonly dialect: Dialect;
  /** Names of the definitions that it refers to directly. */
  readonly refersTo: ReadonlySet<string>;
  /** What the compiler reads of it. */
  readonly text: string;
  /** The unit that has a module of its own, which the definition is imported from; without, it is printed where it is needed. */
  readonly shared: string | undefined;
}

export type DefinitionIndex = ReadonlyMap<string, IndexedDefinition>;

/** Looks every definition through once. */
export function indexDefinitions(definitions: readonly DefinitionModel[]): DefinitionIndex {
  const refersTo = new Map(definitions.map(({ name, schema }) => [name, referredNames(schema)]));
  const referrers = invert(refersTo);
  const direct = new Map(definitions.map(({ name, schema }) => [name, findDirectNeeds(schema)]));
  const spreadNeed = (need: keyof SchemaNeeds) => spread(referrers, (name) => direct.get(name)?.[need] === true);
  const [defaults, ownProperties, unevaluated] = needNames.map(spreadNeed);
  const texts = new Map(definitions.map(({ name, schema }) => [name, prepareText(schema)]));
  return new Map(
    definitions.map(({ name, dialect }) => [
      name,
      {
        name,
        dialect,
        refersTo: refersTo.get(name) ?? new Set(),
        text: texts.get(name) ?? '',
        shared: undefined,
        defaults: defaults?.has(name) === true,
        ownProperties: ownProperties?.has(name) === true,
        unevaluated: unevaluated?.has(name) === true,
      },
    ]),
  );
}

const needNames = ['defaults', 'ownProperties', 'unevaluated'] as const;

/** What the schema of a tool needs. */
export function findNeeds(schema: boolean | JsonObject, definitions: DefinitionIndex): SchemaNeeds {
  const parts: readonly SchemaNeeds[] = [
    findDirectNeeds(schema),
    ...[...referredNames(schema)].flatMap((name) => definitions.get(name) ?? []),
  ];
  return {
    defaults: parts.some((part) => part.defaults),
    ownProperties: parts.some((part) => part.ownProperties),
    unevaluated: parts.some((part) => part.unevaluated),
  };
}

/**
 * Names of definitions, and of those that they refer to, directly or not, as far as the way there leads through none that
 * is shared.
 *
 * @param own Id of a unit that does not count as shared.
 */
export function walkDefinitions(
  names: Iterable<string>,
  definitions: DefinitionIndex,
  own?: string,
): ReadonlySet<string> {
  const reached = new Set(names);
  for (const name of reached) {
    const definition = definitions.get(name);
    if (definition?.shared !== undefined && definition.shared !== own) continue;
    for (const next of definition?.refersTo ?? []) reached.add(next);
  }
  return reached;
}

function findDirectNeeds(schema: boolean | JsonObject): SchemaNeeds {
  let defaults = false;
  let ownProperties = false;
  let unevaluated = false;
  visitParts(schema, (part) => {
    defaults ||= part.has('default');
    ownProperties ||= propertyKeywords.some((keyword) => namesInherited(part.get(keyword)));
    unevaluated ||= trackingKeywords.some((keyword) => part.has(keyword));
  });
  return { defaults, ownProperties, unevaluated };
}

/** A pattern that allows everything is only looked at where track is kept; it may be no pattern at all. */
const trackingKeywords = ['unevaluatedProperties', 'unevaluatedItems', 'patternProperties'];

const propertyKeywords = ['properties', 'required', 'dependentRequired', 'dependentSchemas', 'dependencies'];

/** Whether a list of property names, or a map with lists of them, has one that every object inherits. */
function namesInherited(value: Json | undefined): boolean {
  if (isJsonArray(value)) return value.some((name) => String(name) in Object.prototype);
  if (!isJsonObject(value)) return false;
  for (const [name, member] of value) {
    if (name in Object.prototype || (isJsonArray(member) && namesInherited(member))) return true;
  }
  return false;
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
