import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.js';
import { inPlaceKeywords, schemaPositions } from '../../schema/keywords.js';

/** A schema within another one. */
export interface SchemaPart {
  readonly schema: boolean | JsonObject;
  readonly path: readonly string[];
  /** How many objects and arrays it lies in; references are not followed. */
  readonly depth: number;
}

/** A schema and all schemas within it, outermost first. Data, such as what stands in `enum`, is not looked into. */
export function listParts(schema: Json, path: readonly string[] = [], depth = 0): readonly SchemaPart[] {
  if (typeof schema === 'boolean') return [{ schema, path, depth }];
  if (!isJsonObject(schema)) return [];
  return [
    { schema, path, depth },
    ...[...schema].flatMap(([keyword, value]) => {
      const isBeside = inPlaceKeywords.has(keyword) || keyword === '$defs' || keyword === 'definitions';
      return listMembers(keyword, value).flatMap(([steps, member]) =>
        listParts(member, [...path, keyword, ...steps], isBeside ? depth : depth + 1),
      );
    }),
  ];
}

/** The schemas that stand at a keyword, with the steps that lead to them from there. */
function listMembers(keyword: string, value: Json): readonly (readonly [steps: readonly string[], member: Json])[] {
  const position = schemaPositions.get(keyword);
  if (position === undefined) return [];
  if (position === 'map' || position === 'dependencies') {
    return isJsonObject(value) ? [...value].map(([key, member]) => [[key], member] as const) : [];
  }
  if (isJsonArray(value)) return value.map((member, index) => [[String(index)], member] as const);
  return [[[], value]];
}
