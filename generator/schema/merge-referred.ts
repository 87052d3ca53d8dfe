import { isJsonArray, type Json, type JsonObject } from '../model/json.js';
import { annotationKeywords } from './keywords.js';

/** Keywords that mean the same in one schema with others as beside them. */
const independentKeywords: ReadonlySet<string> = new Set([...annotationKeywords, 'type', 'required']);

/**
 * A schema with a `$ref` as one without. Annotations beside the reference override; restrictions beside it are added, in one
 * schema where that changes nothing, else with what is referred to under `allOf`.
 */
export function mergeReferred(schema: JsonObject, target: JsonObject): JsonObject {
  const beside = [...schema].filter(([keyword]) => keyword !== '$ref');
  const isIndependent = beside.every(
    ([keyword, value]) =>
      annotationKeywords.has(keyword) ||
      (independentKeywords.has(keyword) && (!target.has(keyword) || target.get(keyword) === value)),
  );
  if (isIndependent) return new Map([...target, ...beside]);
  const shown = [...target].filter(([keyword]) => keyword === 'type' || annotationKeywords.has(keyword));
  const earlier = schema.get('allOf');
  return new Map<string, Json>([...shown, ...beside, ['allOf', [...(isJsonArray(earlier) ? earlier : []), target]]]);
}
