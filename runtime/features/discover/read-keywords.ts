import { isJsonObject, type JsonObject } from '../../wire/json.js';

/** Number of property levels to read: the arguments and their own properties. */
const maxDepth = 2;
/** Maximum number of schemas per tool. */
const maxSchemas = 300;
/** Maximum number of values per enumeration. */
const maxValues = 12;

/**
 * Reads the keywords of a tool from its input schema: the names, enumerated values and descriptions of its arguments.
 *
 * @returns The lists of keywords, like those that the generator collects for operations.
 */
export function readKeywords(input: unknown): string {
  const root = isJsonObject(input) ? input : {};
  const visited = new Set<JsonObject>();
  const names: string[] = [];
  const values: string[] = [];
  const descriptions: string[] = [];
  let level: readonly unknown[] = [root];
  for (let depth = 0; depth <= maxDepth; depth++) {
    const parts = expand(level, root, visited);
    const properties = parts.flatMap((part) => (isJsonObject(part['properties']) ? [part['properties']] : []));
    for (const part of parts) {
      values.push(...listStrings(part['enum']).slice(0, maxValues));
      if (part !== root) descriptions.push(...listStrings([part['description']]));
    }
    if (depth < maxDepth) names.push(...properties.flatMap(Object.keys));
    level = properties.flatMap(Object.values);
  }
  return [names, values, descriptions].map((list) => list.join(' ').replaceAll('|', ' ')).join('|');
}

/** Lists schemas and the schemas that they consist of: targets of references, branches and items. */
function expand(schemas: readonly unknown[], root: JsonObject, visited: Set<JsonObject>): readonly JsonObject[] {
  const parts: JsonObject[] = [];
  const pending = [...schemas];
  for (const part of pending) {
    if (!isJsonObject(part) || visited.has(part) || visited.size >= maxSchemas) continue;
    visited.add(part);
    parts.push(part);
    const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) =>
      Array.isArray(part[keyword]) ? part[keyword] : [],
    );
    pending.push(findDefinition(root, part['$ref']), ...(branches as readonly unknown[]), part['items']);
  }
  return parts;
}

function findDefinition(root: JsonObject, reference: unknown): unknown {
  const [, name] = typeof reference === 'string' ? (/^#\/\$defs\/([^/]+)$/u.exec(reference) ?? []) : [];
  const definitions = root['$defs'];
  return name !== undefined && isJsonObject(definitions) && Object.hasOwn(definitions, name)
    ? definitions[name]
    : undefined;
}

function listStrings(values: unknown): readonly string[] {
  return Array.isArray(values) ? values.filter((value): value is string => typeof value === 'string') : [];
}
