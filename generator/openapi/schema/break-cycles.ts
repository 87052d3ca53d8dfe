import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.js';
import type { ReferredSchema } from '../../resolve/schema-resolver.js';
import { inPlaceKeywords } from '../../schema/keywords.js';
import { referredName } from '../../schema/map-schema.js';

/**
 * Breaks references that lead back to themselves before any part of a value is looked at, such as a base schema that
 * lists its variants while each of these begins with the base. Where such a circle closes, the reference becomes what
 * the schema behind it says by itself, without the schemas that it is made of.
 */
export function breakCycles(referred: readonly ReferredSchema[]): readonly ReferredSchema[] {
  const schemas = new Map(referred.map(({ key, schema }) => [key, schema]));
  const closing = findClosing(schemas);
  return referred.map((entry) => {
    const targets = closing.get(entry.key);
    return targets ? { ...entry, schema: rewriteInPlace(entry.schema, targets, schemas) as JsonObject } : entry;
  });
}

interface Visit {
  readonly key: string;
  readonly pending: Iterator<string>;
}

/** The references that close a circle: what they lead to, by where they stand. */
function findClosing(schemas: ReadonlyMap<string, Json>): ReadonlyMap<string, ReadonlySet<string>> {
  const closing = new Map<string, Set<string>>();
  const done = new Set<string>();
  const rank = (key: string) => (hasAlternatives(schemas.get(key) ?? true) ? 0 : 1);
  // Begun at the alternatives, a circle of a base and its variants closes where a variant begins with the base.
  for (const root of [...schemas.keys()].toSorted((left, right) => rank(left) - rank(right))) {
    if (done.has(root)) continue;
    const path: Visit[] = [{ key: root, pending: targetsInPlace(schemas.get(root) ?? true) }];
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
        path.push({ key: next.value, pending: targetsInPlace(schemas.get(next.value) ?? true) });
      }
    }
  }
  return closing;
}

function hasAlternatives(schema: Json): boolean {
  return isJsonObject(schema) && (schema.has('oneOf') || schema.has('anyOf'));
}

function* targetsInPlace(schema: Json): Generator<string> {
  if (!isJsonObject(schema)) return;
  const name = referredName(schema);
  if (name !== undefined) yield name;
  for (const [keyword, value] of schema) {
    if (!inPlaceKeywords.has(keyword)) continue;
    for (const part of partsOf(value)) yield* targetsInPlace(part);
  }
}

function partsOf(value: Json): readonly Json[] {
  return isJsonArray(value) ? value : [value];
}

function rewriteInPlace(schema: Json, targets: ReadonlySet<string>, schemas: ReadonlyMap<string, Json>): Json {
  if (!isJsonObject(schema)) return schema;
  const rewrite = (part: Json): Json => rewriteInPlace(part, targets, schemas);
  const members = [...schema].map(([keyword, value]): [string, Json] => {
    if (!inPlaceKeywords.has(keyword)) return [keyword, value];
    return [keyword, isJsonArray(value) ? value.map(rewrite) : rewrite(value)];
  });
  const name = referredName(schema);
  if (name === undefined || !targets.has(name)) return new Map(members);
  const target = schemas.get(name) ?? true;
  const own = isJsonObject(target)
    ? [...target].filter(([keyword]) => keyword !== '$ref' && !inPlaceKeywords.has(keyword))
    : [];
  return new Map([...own, ...members.filter(([keyword]) => keyword !== '$ref')]);
}
