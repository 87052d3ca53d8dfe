import { isObject, readSchema, type Schema } from './schema.js';

/** Beginning of the description that generated code gives to the argument which selects fields of the answer. */
const selection = 'Only these fields of the answer';

/**
 * The schema of a function's arguments, without those that make an answer shorter for a model or give its next page: a script gets
 * whole answers.
 *
 * @param fields Fields of the descriptor, as JSON texts.
 * @param next Name of the argument for the next page.
 */
export function readArguments(fields: { readonly [name: string]: string }, next: string | undefined): Schema {
  const schema = readSchema(fields['inputSchema']) ?? true;
  if (!isObject(schema) || !isObject(schema['properties'])) return schema;
  const isSelection = (member: unknown): boolean =>
    isObject(member) && member['type'] === 'array' && String(member['description']).startsWith(selection);
  const kept = Object.entries(schema['properties']).filter(([name, member]) => name !== next && !isSelection(member));
  return { ...schema, properties: Object.fromEntries(kept) };
}
