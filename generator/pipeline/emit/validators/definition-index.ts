import { isJsonArray, isJsonObject, stringifyJson, type Json, type JsonObject } from '../../../core/model/json.js';
import type { DefinitionModel, Dialect } from '../../../core/model/model.js';
import { referredNames, visitParts } from '../../../core/schema/map-schema.js';
import { listComponents } from '../../../core/schema/list-components.js';
import { prepareSchema } from './prepare-schema.js';

/**
 * Capability that the validator of a schema needs. `defaults`: filling in defaults. `ownProperties`: ignoring inherited
 * properties, because the schema uses one of their names (`constructor`, `__proto__`, …). `unevaluated`: tracking
 * evaluated properties and items.
 */
export type SchemaNeed = 'defaults' | 'ownProperties' | 'unevaluated';

/** Definition as prepared for the compiler. */
export interface IndexedDefinition {
  readonly name: string;
  readonly dialect: Dialect;
  /** Names of the definitions that this definition refers to directly. */
  readonly refersTo: ReadonlySet<string>;
  /** Schema to compile, and its JSON. */
  readonly schema: Json;
  readonly text: string;
  /** Needs of the definition and of the definitions that it refers to, directly or indirectly. */
  readonly needs: ReadonlySet<SchemaNeed>;
  /** ID of the module that exports the definition; `undefined` if each module prints its own copy. */
  readonly shared: string | undefined;
}

/** Definitions by name. */
export type DefinitionIndex = ReadonlyMap<string, IndexedDefinition>;

/** Indexes the definitions of a model. */
export function indexDefinitions(definitions: readonly DefinitionModel[]): DefinitionIndex {
  const refersTo = new Map(definitions.map(({ name, schema }) => [name, referredNames(schema)]));
  const needs = new Map(definitions.map(({ name, schema }) => [name, findOwnNeeds(schema)]));
  for (const component of listComponents(refersTo)) {
    const names = component.flatMap((name) => [name, ...(refersTo.get(name) ?? [])]);
    const all = new Set(names.flatMap((name) => [...(needs.get(name) ?? [])]));
    for (const name of component) needs.set(name, all);
  }
  const indexed = definitions.map(({ name, dialect, schema }): IndexedDefinition => {
    const prepared = prepareSchema(schema);
    return {
      name,
      dialect,
      refersTo: refersTo.get(name) ?? new Set(),
      schema: prepared,
      text: stringifyJson(prepared),
      needs: needs.get(name) ?? new Set(),
      shared: undefined,
    };
  });
  return new Map(indexed.map((definition) => [definition.name, definition]));
}

/** Finds the needs of a schema and of the definitions that it refers to. */
export function findNeeds(schema: boolean | JsonObject, definitions: DefinitionIndex): ReadonlySet<SchemaNeed> {
  const referred = [...referredNames(schema)].flatMap((name) => [...(definitions.get(name)?.needs ?? [])]);
  return new Set([...findOwnNeeds(schema), ...referred]);
}

/**
 * Lists definitions and the definitions that they refer to, directly or indirectly.
 * @param isEnd Whether to stop at a definition instead of following its references.
 */
export function reachDefinitions(
  names: Iterable<string>,
  definitions: DefinitionIndex,
  isEnd: (definition: IndexedDefinition) => boolean,
): ReadonlySet<string> {
  const reached = new Set(names);
  for (const name of reached) {
    const definition = definitions.get(name);
    if (definition && !isEnd(definition)) for (const next of definition.refersTo) reached.add(next);
  }
  return reached;
}

function findOwnNeeds(schema: boolean | JsonObject): ReadonlySet<SchemaNeed> {
  const needs = new Set<SchemaNeed>();
  visitParts(schema, (part) => {
    if (part.has('default')) needs.add('defaults');
    if (propertyKeywords.some((keyword) => namesInherited(part.get(keyword)))) needs.add('ownProperties');
    if (trackingKeywords.some((keyword) => part.has(keyword))) needs.add('unevaluated');
  });
  return needs;
}

/**
 * Includes `patternProperties`, because Ajv compiles its patterns, which can be invalid, only when it tracks evaluated properties.
 */
const trackingKeywords = ['unevaluatedProperties', 'unevaluatedItems', 'patternProperties'];

const propertyKeywords = ['properties', 'required', 'dependentRequired', 'dependentSchemas', 'dependencies'];

/** Whether a list of property names, or a map that contains such lists, includes a name that every object inherits. */
function namesInherited(value: Json | undefined): boolean {
  if (isJsonArray(value)) return value.some((name) => String(name) in Object.prototype);
  if (!isJsonObject(value)) return false;
  return [...value].some(
    ([name, member]) => name in Object.prototype || (isJsonArray(member) && namesInherited(member)),
  );
}
