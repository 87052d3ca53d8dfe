import { arrayAt, type Json, type JsonObject } from '../model/json.js';
import { annotationKeywords } from './keywords.js';

/** Keywords whose meaning is independent of sibling keywords. */
const independentKeywords: ReadonlySet<string> = new Set([...annotationKeywords, 'type', 'required']);

/**
 * Replaces a `$ref` with its target. Sibling annotations override the target's annotations. Sibling restrictions are
 * merged into the target; if that would change the meaning, the target moves below `allOf`.
 */
export function mergeReferred(schema: JsonObject, target: JsonObject): JsonObject {
  const siblings = [...schema].filter(([keyword]) => keyword !== '$ref');
  const isIndependent = siblings.every(
    ([keyword, value]) =>
      annotationKeywords.has(keyword) ||
      (independentKeywords.has(keyword) && (!target.has(keyword) || target.get(keyword) === value)),
  );
  if (isIndependent) return new Map([...target, ...siblings]);
  const shown = [...target].filter(([keyword]) => keyword === 'type' || annotationKeywords.has(keyword));
  return new Map<string, Json>([...shown, ...siblings, ['allOf', [...arrayAt(schema, 'allOf'), target]]]);
}
