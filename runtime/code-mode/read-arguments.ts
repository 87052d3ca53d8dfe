import type { NextArgument } from '../api/definition.js';
import { isObject, readSchema, type Schema } from './schema.js';

/** Beginning of the description that generated code gives to the argument which selects fields of the answer. */
const selection = 'Only these fields of the answer';

/** Description of the argument for the next page. */
const nextPage = 'Next page: member `next` of the last result.';

/**
 * The schema of a function's arguments, without the one that makes an answer shorter for a model: a script gets whole answers. The
 * argument for the next page stays where a script cannot count pages itself.
 *
 * @param fields Fields of the descriptor, as JSON texts.
 * @param next The argument for the next page.
 */
export function readArguments(fields: { readonly [name: string]: string }, next: NextArgument | undefined): Schema {
  const schema = readSchema(fields['inputSchema']) ?? true;
  if (!isObject(schema) || !isObject(schema['properties'])) return schema;
  const isSelection = (member: unknown): boolean =>
    isObject(member) && member['type'] === 'array' && String(member['description']).startsWith(selection);
  const isCounted = !Object.values(next?.sets ?? {}).includes('string');
  const kept = Object.entries(schema['properties']).flatMap(([name, member]) => {
    if (name === next?.argument) return isCounted ? [] : [[name, { type: 'string', description: nextPage }]];
    return isSelection(member) ? [] : [[name, member]];
  });
  return { ...schema, properties: Object.fromEntries(kept) as { readonly [name: string]: unknown } };
}
