import type { Json } from '../../model/json.js';
import { commentLines } from '../../code/escape.js';
import type { LoweredSchema } from './lowered-schema.js';
import type { TokenTable } from './token-table.js';

/** Gives a lowered type its comment; what is no text or blank leaves it as it is. Changes `lowered` itself. */
export function addComment(lowered: LoweredSchema, description: Json | undefined, tokens: TokenTable): LoweredSchema {
  if (typeof description !== 'string' || description.trim() === '') return lowered;
  lowered.description = tokens.add(commentLines(description).join('\n'));
  return lowered;
}
