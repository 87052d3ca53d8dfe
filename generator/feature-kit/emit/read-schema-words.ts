import { isJsonObject, type Json, type JsonObject } from '../../core/model/json.js';

/** Number of property levels to read: the members of a value and their own members. */
const maxDepth = 2;
/** Maximum number of schemas per value. */
const maxSchemas = 300;
/** Maximum number of values per enumeration. */
const maxValues = 12;

/** What a schema says about the members of a value, outer levels first. */
export interface SchemaWords {
  /** Names of the members. */
  readonly names: readonly string[];
  /** Enumerated values. */
  readonly values: readonly string[];
  /** Descriptions of the members. */
  readonly descriptions: readonly string[];
}

/**
 * Reads the names, enumerated values and descriptions of the members of a value.
 *
 * @param definitions Definitions that the schema can refer to.
 */
export function readSchemaWords(schema: Json, definitions: ReadonlyMap<string, Json>): SchemaWords {
  const found = { names: [] as string[], values: [] as string[], descriptions: [] as string[] };
  const visited = new Set<Json>();
  const readLevel = (schemas: readonly Json[]): readonly JsonObject[] => {
    const parts = expand(schemas, definitions, visited);
    for (const part of parts) found.values.push(...listValues(part));
    return parts.map((part) => part.get('properties')).filter(isJsonObject);
  };
  let level = readLevel([schema]);
  for (let depth = 0; depth < maxDepth; depth++) {
    found.names.push(...level.flatMap((properties) => [...properties.keys()]));
    const members = level.flatMap((properties) => [...properties.values()]);
    found.descriptions.push(...members.flatMap(describe));
    level = readLevel(members);
  }
  return found;
}

/**
 * Lists schemas and the schemas that they consist of (targets of references, branches and items), without duplicates.
 */
function expand(
  schemas: readonly Json[],
  definitions: ReadonlyMap<string, Json>,
  visited: Set<Json>,
): readonly JsonObject[] {
  const parts: JsonObject[] = [];
  const pending: Json[] = [...schemas];
  for (const part of pending) {
    if (!isJsonObject(part) || visited.has(part) || visited.size >= maxSchemas) continue;
    visited.add(part);
    parts.push(part);
    const reference = part.get('$ref');
    const branches = ['allOf', 'anyOf', 'oneOf'].map((keyword) => part.get(keyword));
    pending.push(
      ...(typeof reference === 'string' ? [definitions.get(nameOf(reference)) ?? true] : []),
      ...branches.flatMap((list) => (Array.isArray(list) ? (list as readonly Json[]) : [])),
      part.get('items') ?? true,
    );
  }
  return parts;
}

function listValues(schema: JsonObject): readonly string[] {
  const values = schema.get('enum');
  if (!Array.isArray(values)) return [];
  return values.slice(0, maxValues).filter((value): value is string => typeof value === 'string');
}

function describe(schema: Json): readonly string[] {
  const description = isJsonObject(schema) ? schema.get('description') : undefined;
  return typeof description === 'string' ? [description] : [];
}

/** Returns the names of the definitions that a result or its items refer to. */
export function nameResult(schema: Json | undefined): readonly string[] {
  if (!isJsonObject(schema)) return [];
  return [schema, schema.get('items')].flatMap((part) => {
    const reference = isJsonObject(part) ? part.get('$ref') : undefined;
    return typeof reference === 'string' ? [nameOf(reference)] : [];
  });
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
