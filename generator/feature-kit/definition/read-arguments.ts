import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/model/json.js';
import { handlerInput } from '../../core/model/handler-input.js';
import type { ToolModel } from '../../core/model/model.js';
import { referredName, schemasInPlace } from '../../core/schema/map-schema.js';
import type { Resolution } from './resolve-entry.js';

/** Argument that the input schema of a tool declares. */
export interface ToolArgument {
  /** Its schema, with the keywords of the schema that it refers to. Empty if the schema is a boolean. */
  readonly schema: JsonObject;
  /** Whether a call can omit it, and no default takes its place. */
  readonly isOptional: boolean;
}

/**
 * Reads the arguments that the handler of a tool gets, by name, also those that its input schema takes from other schemas (`$ref`, `allOf`,
 * `anyOf` and others). An argument that one of them requires is required. References are still keys of the resolver.
 */
export function readArguments({ resolver }: Resolution, tool: ToolModel): ReadonlyMap<string, ToolArgument> {
  return readSchemaArguments(resolver, handlerInput(tool).schema);
}

/** Reads the arguments that an input schema declares, like {@link readArguments}. */
export function readSchemaArguments(
  resolver: Resolution['resolver'],
  inputSchema: boolean | JsonObject,
): ReadonlyMap<string, ToolArgument> {
  const referredSchema = (schema: JsonObject): Json | undefined =>
    resolver.referred.get(referredName(schema) ?? '')?.schema;
  const follow = (property: JsonObject): JsonObject => {
    const referred = referredSchema(property);
    return isJsonObject(referred) ? new Map([...referred, ...property]) : property;
  };
  const properties = new Map<string, JsonObject>();
  const required = new Set<Json>();
  const seen = new Set<Json>();
  const pending: Json[] = [inputSchema];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (!isJsonObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    const own = schema.get('properties');
    for (const [name, property] of isJsonObject(own) ? own : []) {
      if (!properties.has(name)) properties.set(name, isJsonObject(property) ? follow(property) : new Map());
    }
    const names = schema.get('required');
    for (const name of isJsonArray(names) ? names : []) required.add(name);
    pending.push(...schemasInPlace(schema), referredSchema(schema) ?? true);
  }
  const entries = [...properties].map(([name, schema]) => {
    return [name, { schema, isOptional: !required.has(name) && !schema.has('default') }] as const;
  });
  return new Map(entries);
}
