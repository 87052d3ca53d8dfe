import { isJsonArray, type Json, type JsonObject } from '../../model/json.js';
import { annotationKeywords } from '../../schema/keywords.js';
import type { Restrictions } from '../profile.js';
import { noteLost, type LostKeyword } from './note.js';

/** A schema after lowering. */
export interface Lowered {
  readonly schema: Json;
  /** It may allow more than before; otherwise it allows the same. */
  readonly isWider: boolean;
}

/**
 * Takes the keywords out of a schema object that a profile does not know. What is left allows no less: a keyword that would
 * say more without one that goes, goes as well.
 */
export function dropKeywords(
  schema: JsonObject,
  restrictions: Restrictions,
): Lowered & { readonly schema: JsonObject } {
  const refused = listRefused(schema, restrictions);
  if (refused.size === 0) return { schema, isWider: false };
  const result = new Map(schema);
  const lost: LostKeyword[] = [];
  for (const keyword of refused) {
    const value = schema.get(keyword) ?? null;
    result.delete(keyword);
    const isExact = replaceLimit(result, keyword, value) || replaceAlternatives(result, keyword, value, refused);
    if (!isExact) lost.push([keyword, value]);
    for (const dependent of dependents[keyword] ?? []) result.delete(dependent);
  }
  return {
    schema: noteLost(result, lost),
    isWider: [...refused].some((keyword) => !annotationKeywords.has(keyword) && !keyword.startsWith('$')),
  };
}

/** The keywords of a schema object that a profile does not know. */
function listRefused(schema: JsonObject, restrictions: Restrictions): ReadonlySet<string> {
  const refused = new Set(restrictions['unsupported-keyword']?.keywords.filter((keyword) => schema.has(keyword)));
  const formats = restrictions['unsupported-format']?.formats;
  const format = schema.get('format');
  if (formats && typeof format === 'string' && !formats.includes(format)) refused.add('format');
  const values = schema.get('enum') ?? null;
  const hasOthers = isJsonArray(values) && values.some((value) => typeof value !== 'string');
  if (restrictions['non-string-enum'] && hasOthers) refused.add('enum');
  // What is left of a list has an `anyOf` beside it.
  if (restrictions['type-list'] && isJsonArray(schema.get('type') ?? null)) refused.add('type');
  return refused;
}

const unevaluated = ['unevaluatedProperties', 'unevaluatedItems'] as const;

/** Keywords that say more, or another thing, without the one that they belong to. */
const dependents: { readonly [keyword: string]: readonly string[] } = {
  patternProperties: ['additionalProperties', ...unevaluated],
  prefixItems: ['items', ...unevaluated],
  contains: unevaluated,
  minContains: ['contains', ...unevaluated],
  if: ['then', 'else', ...unevaluated],
  ...Object.fromEntries(
    ['oneOf', 'anyOf', 'allOf', 'then', 'else', 'dependentSchemas', 'dependencies'].map((word) => [word, unevaluated]),
  ),
};

/** The nearest limit that is understood; says whether nothing is lost by it. */
function replaceLimit(schema: Map<string, Json>, keyword: string, limit: Json): boolean {
  const isMinimum = keyword === 'exclusiveMinimum';
  if ((!isMinimum && keyword !== 'exclusiveMaximum') || typeof limit !== 'number') return false;
  const inclusive = isMinimum ? 'minimum' : 'maximum';
  const isExact = schema.get('type') === 'integer' && Number.isSafeInteger(limit);
  const step = isMinimum ? 1 : -1;
  const nearest = isExact ? limit + step : limit;
  const own = schema.get(inclusive);
  if (typeof own !== 'number' || (nearest - own) * step > 0) schema.set(inclusive, nearest);
  return isExact;
}

/** `anyOf` in place of `oneOf`; says whether that was possible. */
function replaceAlternatives(
  schema: Map<string, Json>,
  keyword: string,
  alternatives: Json,
  refused: ReadonlySet<string>,
): boolean {
  if (keyword !== 'oneOf' || schema.has('anyOf') || refused.has('anyOf')) return false;
  schema.set('anyOf', alternatives);
  return true;
}
