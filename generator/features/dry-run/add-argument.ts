import { isJsonObject, jsonObjectOf, objectAt, type Json } from '../../core/model/json.js';
import type { SchemaModel } from '../../core/model/model.js';
import { referredName, schemasInPlace } from '../../core/schema/map-schema.js';
import type { Resolution } from '../../feature-kit/definition/resolve-entry.js';
import { dryRunArgument } from './dry-run-part.js';

const argument = jsonObjectOf({
  type: 'boolean',
  description: 'Set to true to change nothing and only see what the call would do. Default: false.',
});

/** Adds the argument for dry runs to an input schema. */
export function addArgument(input: SchemaModel): SchemaModel {
  const { schema } = input;
  if (!isJsonObject(schema)) return input;
  const properties = new Map([...objectAt(schema, 'properties'), [dryRunArgument, argument]]);
  return { ...input, schema: new Map<string, Json>([...schema, ['properties', properties]]) };
}

/** Keywords that limit the properties of an object. At the root, the first two admit declared properties. */
const limits = ['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'maxProperties'];

/** Finds a keyword of an input schema with which a new property of its root is not valid in every call. */
export function findObstacle({ resolver }: Resolution, root: Json): string | undefined {
  const seen = new Set<Json>();
  const pending: Json[] = [root];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (!isJsonObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    for (const limit of schema === root ? limits.slice(2) : limits) {
      if (schema.has(limit) && schema.get(limit) !== true) return limit;
    }
    pending.push(...schemasInPlace(schema), resolver.referred.get(referredName(schema) ?? '')?.schema ?? true);
  }
  return undefined;
}
