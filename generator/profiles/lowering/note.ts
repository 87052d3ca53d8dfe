import { stringifyJson, type Json, type JsonObject } from '../../model/json.js';

/** A keyword that a schema has lost, as it was. */
export type LostKeyword = readonly [keyword: string, value: Json];

/** What is longer is left out: a description is no place for tables. */
const maximalNote = 300;

/** Keywords that are no loss to whoever makes arguments, or say nothing by themselves. */
const silentKeywords: ReadonlySet<string> = new Set(
  [
    '$comment $anchor $id title readOnly writeOnly deprecated',
    'if then else minContains maxContains unevaluatedProperties unevaluatedItems',
  ].flatMap((words) => words.split(' ')),
);

/** A schema that says in its description what its keywords do not say any more. */
export function noteLost(schema: JsonObject, lost: readonly LostKeyword[]): JsonObject {
  const notes = lost
    .filter(([keyword]) => !silentKeywords.has(keyword))
    .map(([keyword, value]) => `${keyword}: ${typeof value === 'string' ? value : stringifyJson(value)}`)
    .filter((note) => note.length <= maximalNote);
  return notes.length === 0 ? schema : addToDescription(schema, `(${notes.join('; ')})`);
}

/** A schema with a sentence more in its description. */
export function addToDescription(schema: JsonObject, text: string): JsonObject {
  const own = schema.get('description');
  const description = typeof own === 'string' && own.trim() !== '' ? `${own} ${text}` : text;
  return new Map(schema).set('description', description);
}
