import type { NextArgument } from '../../core/api/definition.js';
import { isObject, readSchema, type Schema } from './schema.js';

/** Prefix of the description that generated code gives to the argument that selects fields of the result. */
const selection = 'Only these fields of the result';

/** Description of the next-page argument. */
const nextPage = 'Next page: member `next` of the last result.';

/**
 * Reads the schema of a function's arguments, without the argument that selects fields for a model, because a script
 * gets whole results. The next-page argument is added if a script cannot count pages itself.
 *
 * @param fields Fields of the descriptor, as JSON text.
 * @param next The next-page argument.
 */
export function readArguments(fields: { readonly [name: string]: string }, next: NextArgument | undefined): Schema {
  const schema = readSchema(fields['inputSchema']) ?? true;
  if (!isObject(schema) || !isObject(schema['properties'])) return schema;
  const isSelection = (member: unknown): boolean =>
    isObject(member) && member['type'] === 'array' && String(member['description']).startsWith(selection);
  const kept = Object.entries(schema['properties']).flatMap(([name, member]) => {
    return isSelection(member) || name === next?.argument ? [] : [[name, member] as const];
  });
  if (next !== undefined && Object.values(next.sets).includes('string')) {
    kept.push([next.argument, { type: 'string', description: nextPage }]);
  }
  return { ...schema, properties: Object.fromEntries(kept) as { readonly [name: string]: unknown } };
}
