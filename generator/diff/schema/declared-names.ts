import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.js';
import { inPlaceKeywords } from '../../schema/keywords.js';
import { referredName } from '../../schema/map-schema.js';
import type { SchemaWorld } from './schema-world.js';

/** What a schema, with all that it applies to the same value, says about properties by name. */
export interface DeclaredNames {
  /** It lists properties at all: one that it does not list is not expected, even where nothing refuses it. */
  readonly lists: boolean;
  /** It says explicitly that there may be others (`additionalProperties`, `unevaluatedProperties`). */
  readonly open: boolean;
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly string[];
}

/** Collects what a schema declares, whatever the conditions under which it does. */
export function declaredNames(schemas: readonly Json[], world: SchemaWorld): DeclaredNames {
  const names = new Set<string>();
  const patterns = new Set<string>();
  const seen = new Set<Json>();
  const waiting = [...schemas];
  let lists = false;
  let open = false;
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (!isJsonObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    const properties = mapAt(schema, 'properties');
    lists ||= properties !== undefined;
    for (const name of properties?.keys() ?? []) names.add(name);
    for (const pattern of mapAt(schema, 'patternProperties')?.keys() ?? []) patterns.add(pattern);
    open ||= ['additionalProperties', 'unevaluatedProperties'].some(
      (keyword) => (schema.get(keyword) ?? false) !== false,
    );
    waiting.push(...schemasInPlace(schema));
    const target = referredName(schema);
    if (target !== undefined) waiting.push(world.definitions.get(target)?.schema ?? true);
  }
  return { lists, open, names, patterns: [...patterns] };
}

/** The map at a keyword. */
export function mapAt(schema: JsonObject, keyword: string): JsonObject | undefined {
  const value = schema.get(keyword);
  return isJsonObject(value) ? value : undefined;
}

/** Whether a name matches a pattern; a pattern that is none matches nothing. */
export function matchesName(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name);
  } catch {
    return false;
  }
}

function schemasInPlace(schema: JsonObject): readonly Json[] {
  return [...schema].flatMap(([keyword, value]): readonly Json[] => {
    if (!inPlaceKeywords.has(keyword)) return [];
    if (isJsonArray(value)) return value;
    return keyword === 'dependentSchemas' && isJsonObject(value) ? [...value.values()] : [value];
  });
}
