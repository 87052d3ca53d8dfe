import { arrayAt, isJsonObject, objectAt, type Json } from './json.js';
import type { SchemaModel, ToolModel } from './model.js';

/** Returns the schema of the arguments that the handler of a tool gets: those of the caller, and those of the server. */
export function handlerInput({ input, supplied }: Pick<ToolModel, 'input' | 'supplied'>): SchemaModel {
  if (!supplied || !isJsonObject(input.schema) || !isJsonObject(supplied.schema)) return input;
  const properties = new Map([...objectAt(input.schema, 'properties'), ...objectAt(supplied.schema, 'properties')]);
  const required = [...arrayAt(input.schema, 'required'), ...arrayAt(supplied.schema, 'required')];
  const schema = new Map<string, Json>([...input.schema, ['properties', properties], ['required', required]]);
  return { ...input, schema };
}

/** Lists the names of the arguments that the server adds. */
export function suppliedNames({ supplied }: Pick<ToolModel, 'supplied'>): readonly string[] {
  return supplied && isJsonObject(supplied.schema) ? [...objectAt(supplied.schema, 'properties').keys()] : [];
}
