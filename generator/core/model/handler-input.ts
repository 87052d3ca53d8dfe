import { arrayAt, isJsonObject, objectAt, type Json, type JsonObject } from './json.js';
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

/** Removes arguments from an input schema, and from its examples. */
export function withoutArguments(input: SchemaModel, names: readonly string[]): SchemaModel {
  const { schema } = input;
  if (names.length === 0 || !isJsonObject(schema)) return input;
  const required = arrayAt(schema, 'required').filter((name) => !names.includes(String(name)));
  const examples = arrayAt(schema, 'examples').map((each) => (isJsonObject(each) ? without(each, names) : each));
  const members = new Map([...schema, ['properties', without(objectAt(schema, 'properties'), names)]]);
  if (schema.has('required')) members.set('required', required);
  if (schema.has('examples')) members.set('examples', examples);
  return { ...input, schema: required.length === 0 ? without(members, ['required']) : members };
}

/** Removes members of an object. */
export function without(object: JsonObject, keys: readonly string[]): JsonObject {
  return new Map([...object].filter(([key]) => !keys.includes(key)));
}
