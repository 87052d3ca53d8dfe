import { isJsonObject } from '../model/json.js';
import type { AddedSchemaModel } from '../model/model.js';
import { referredName } from './map-schema.js';

/** Returns the name of the type for a schema: that of the definition which it only refers to, or its own. */
export function schemaTypeName({ typeName, schema }: AddedSchemaModel): string {
  return referredType(schema.schema) ?? typeName;
}

/** Returns the type name of the definition that a schema only refers to; `undefined` for any other schema. */
export function referredType(schema: AddedSchemaModel['schema']['schema']): string | undefined {
  return isJsonObject(schema) && schema.size === 1 ? referredName(schema) : undefined;
}
