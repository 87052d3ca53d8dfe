import { isJsonObject, type Json, type JsonObject } from '../../core/model/json.js';
import type { SchemaModel } from '../../core/model/model.js';
import type { ReferredSchema, SchemaResolver } from '../../feature-kit/resolve/schema-resolver.js';
import { referredName } from '../../core/schema/map-schema.js';

/** The root of a schema and the schemas that its `$ref` chain leads to. All of them apply to the same value. */
interface RootChain {
  readonly schemas: readonly JsonObject[];
  readonly referred: readonly ReferredSchema[];
}

/** Follows the references at the root of a resolved schema. */
export function followRoot(schema: SchemaModel['schema'], resolver: SchemaResolver): RootChain {
  const schemas: JsonObject[] = [];
  const referred: ReferredSchema[] = [];
  for (let next: Json = schema; isJsonObject(next) && !schemas.includes(next);) {
    schemas.push(next);
    const target = resolver.referred.get(referredName(next) ?? '');
    if (!target) break;
    referred.push(target);
    next = target.schema;
  }
  return { schemas, referred };
}

/** Lists the properties that the root of a schema declares, by name. */
export function listProperties({ schemas }: RootChain): ReadonlyMap<string, Json> {
  return new Map(
    schemas.toReversed().flatMap((schema) => {
      const properties = schema.get('properties');
      return isJsonObject(properties) ? [...properties] : [];
    }),
  );
}
