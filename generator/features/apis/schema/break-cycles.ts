import { isJsonArray, isJsonObject, type Json } from '../../../core/model/json.js';
import { namesInPlace } from '../../../feature-kit/resolve/check-circular-refs.js';
import type { ReferredSchema } from '../../../feature-kit/resolve/schema-resolver.js';
import { inPlaceKeywords } from '../../../core/schema/keywords.js';
import { referredName } from '../../../core/schema/map-schema.js';

/**
 * Breaks cycles of references that apply to the same value, such as a base schema that lists its variants while each
 * variant refers to the base. Replaces the reference that closes a cycle with the other keywords of its target.
 */
export function breakCycles(referred: readonly ReferredSchema[]): readonly ReferredSchema[] {
  const schemas = new Map(referred.map(({ key, schema }) => [key, schema]));
  const closing = findClosing(schemas);
  return referred.map((entry) => {
    const targets = closing.get(entry.key);
    return targets ? { ...entry, schema: inlineTargets(entry.schema, targets, schemas) as typeof entry.schema } : entry;
  });
}

type Schemas = ReadonlyMap<string, ReferredSchema['schema']>;

/** Finds the references that close a cycle: their targets, by the key of the referring schema. */
function findClosing(schemas: Schemas): ReadonlyMap<string, ReadonlySet<string>> {
  const closing = new Map<string, Set<string>>();
  const done = new Set<string>();
  const rank = (key: string) => (hasAlternatives(schemas.get(key)) ? 0 : 1);
  // Starting the search at alternatives breaks the cycle between a base and its variants where a variant refers to the
  // base.
  for (const root of [...schemas.keys()].toSorted((left, right) => rank(left) - rank(right))) {
    if (done.has(root)) continue;
    const path = [{ key: root, pending: namesInPlace(schemas.get(root) ?? true) }];
    const entered = new Set([root]);
    for (let visit = path.at(-1); visit; visit = path.at(-1)) {
      const next = visit.pending.next();
      if (next.done === true) {
        path.pop();
        entered.delete(visit.key);
        done.add(visit.key);
      } else if (entered.has(next.value)) {
        closing.set(visit.key, (closing.get(visit.key) ?? new Set()).add(next.value));
      } else if (!done.has(next.value)) {
        entered.add(next.value);
        path.push({ key: next.value, pending: namesInPlace(schemas.get(next.value) ?? true) });
      }
    }
  }
  return closing;
}

function hasAlternatives(schema: Json | undefined): boolean {
  return isJsonObject(schema) && (schema.has('oneOf') || schema.has('anyOf'));
}

function inlineTargets(schema: Json, targets: ReadonlySet<string>, schemas: Schemas): Json {
  if (!isJsonObject(schema)) return schema;
  const rewrite = (part: Json): Json => inlineTargets(part, targets, schemas);
  const members = [...schema].map(([keyword, value]): [string, Json] => {
    if (!inPlaceKeywords.has(keyword)) return [keyword, value];
    if (isJsonArray(value)) return [keyword, value.map(rewrite)];
    if (keyword !== 'dependentSchemas' || !isJsonObject(value)) return [keyword, rewrite(value)];
    return [keyword, new Map([...value].map(([key, part]) => [key, rewrite(part)]))];
  });
  const name = referredName(schema);
  if (name === undefined || !targets.has(name)) return new Map(members);
  const target = schemas.get(name) ?? true;
  const own = isJsonObject(target)
    ? [...target].filter(([keyword]) => keyword !== '$ref' && !inPlaceKeywords.has(keyword))
    : [];
  return new Map([...own, ...members.filter(([keyword]) => keyword !== '$ref')]);
}
