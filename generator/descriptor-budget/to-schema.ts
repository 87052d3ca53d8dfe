import { isJsonObject, type Json, type JsonObject } from '../model/json.js';

/** What became of a schema, as a schema. */
export function toSchema(schema: Json): boolean | JsonObject {
  return isJsonObject(schema) ? schema : schema !== false;
}
