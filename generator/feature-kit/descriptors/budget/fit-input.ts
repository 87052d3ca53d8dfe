import { isJsonObject, stringifyJson, type Json, type JsonObject } from '../../../core/model/json.js';
import type { DefinitionModel, SchemaModel } from '../../../core/model/model.js';
import { mapSchema, referredName, referredNames } from '../../../core/schema/map-schema.js';
import type { DefinitionsByName } from '../../../core/schema/wire-schema.js';
import { measureSchema } from './measure-schema.js';
import { toSchema, trimDefinitions, trimSchema } from './trim-schema.js';

/** An advertised input schema with the definitions that it refers to. */
interface FittedInput {
  readonly input: SchemaModel;
  readonly definitions: DefinitionsByName;
}

/**
 * Shrinks an input schema to about `maxBytes` for its descriptor: trims descriptions, then reduces the deepest
 * definitions to their type. The result accepts every value that the full schema accepts; validators enforce the full
 * schema.
 */
export function fitInput(input: SchemaModel, definitions: DefinitionsByName, maxBytes: number): FittedInput {
  const trimmed = { ...input, schema: toSchema(trimSchema(input.schema)) };
  const referred = trimDefinitions(definitions);
  const isWhole = measureSchema(trimmed.schema, referred) <= maxBytes;
  return isWhole ? { input: trimmed, definitions: referred } : loosenInput(trimmed, referred, maxBytes);
}

function loosenInput(input: SchemaModel, definitions: DefinitionsByName, maxBytes: number): FittedInput {
  const kept = chooseKept(input.schema, definitions, maxBytes);
  const loosen = (schema: Json): Json => mapSchema(schema, (part) => loosenPart(part, kept, definitions));
  const schema = loosen(input.schema);
  const loosened = [...kept].map(([name, definition]) => [
    name,
    { ...definition, schema: toSchema(loosen(definition.schema)) },
  ]) satisfies readonly (readonly [string, DefinitionModel])[];
  return { input: { ...input, schema: toSchema(schema) }, definitions: new Map(loosened) };
}

function chooseKept(schema: Json, definitions: DefinitionsByName, maxBytes: number): DefinitionsByName {
  const kept = new Map<string, DefinitionModel>();
  const seen = new Set<string>();
  let remaining = maxBytes - stringifyJson(schema).length;
  const waiting: Json[] = [schema];
  for (const next of waiting) {
    for (const name of referredNames(next)) {
      const definition = definitions.get(name);
      if (!definition || seen.has(name)) continue;
      seen.add(name);
      const size = stringifyJson(definition.schema).length;
      if (size > remaining) continue;
      remaining -= size;
      kept.set(name, definition);
      waiting.push(definition.schema);
    }
  }
  return kept;
}

/** Keywords that reject more values when their subschemas accept more. */
const opposing: ReadonlySet<string> = new Set([
  'not',
  'if',
  'then',
  'else',
  'unevaluatedProperties',
  'unevaluatedItems',
  'maxContains',
]);

function loosenPart(part: JsonObject, kept: DefinitionsByName, definitions: DefinitionsByName): JsonObject {
  const name = referredName(part);
  const target = name === undefined || kept.has(name) ? undefined : definitions.get(name)?.schema;
  const members = [...part].flatMap(([keyword, value]): readonly (readonly [string, Json])[] => {
    if (opposing.has(keyword) || (target !== undefined && keyword === '$ref')) return [];
    if (keyword !== 'oneOf') return [[keyword, value]];
    // More than one loosened alternative may match.
    return part.has('anyOf') ? [] : [['anyOf', value]];
  });
  const type = isJsonObject(target) ? [...target].filter(([key]) => key === 'type' || key === 'description') : [];
  return new Map([...type, ...members]);
}
