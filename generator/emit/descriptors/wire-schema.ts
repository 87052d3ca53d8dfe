import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.js';
import type { DefinitionModel, SchemaModel } from '../../model/model.js';
import { annotationKeywords } from '../../schema/keywords.js';
import { mapRefs, mapSchema, referredName, referredNames } from '../../schema/map-schema.js';

/** Definitions of a model by name. */
export type DefinitionsByName = ReadonlyMap<string, DefinitionModel>;

/** Indexes the definitions of a model. */
export function mapByName(definitions: readonly DefinitionModel[]): DefinitionsByName {
  return new Map(definitions.map((definition) => [definition.name, definition]));
}

/**
 * The schema as a descriptor carries it: self-contained, with what it refers to in its own `$defs` under the names
 * that the author gave, and no reference at its root.
 */
export function wireSchema(
  { schema, dialect, declaresDialect }: SchemaModel,
  definitions: DefinitionsByName,
): JsonObject {
  const rootName = rootReference(schema, definitions);
  const root = inlineRoot(schema, definitions);
  const container = dialect === 'draft-07' ? 'definitions' : '$defs';
  const closure = collectDefinitions(root, definitions).filter(({ name }) => name !== rootName);
  const wireNames = chooseWireNames(closure);
  const address = (name: string) =>
    name === rootName ? '#' : `#/${container}/${encodePointer(wireNames.get(name) ?? name)}`;
  const finish = (part: Json) => mapRefs(part, address);
  const members = new Map<string, Json>();
  if (dialect === 'draft-07') members.set('$schema', 'http://json-schema.org/draft-07/schema#');
  else if (declaresDialect) members.set('$schema', 'https://json-schema.org/draft/2020-12/schema');
  for (const [keyword, value] of finish(root) as JsonObject) members.set(keyword, value);
  if (closure.length > 0) {
    const entries = closure.map((definition): [string, Json] => [
      wireNames.get(definition.name) ?? definition.name,
      finish(definition.schema),
    ]);
    members.set(container, new Map(entries));
  }
  return withoutRepeatedAnchors(members);
}

/**
 * Files may use the same anchor, and what is referred to at the root may stand there twice; within one schema that would
 * be a fault.
 */
function withoutRepeatedAnchors(schema: JsonObject): JsonObject {
  const seen = new Set<Json>();
  const repeated = new Set<Json>();
  mapSchema(schema, (part) => {
    const anchor = part.get('$anchor');
    if (anchor !== undefined) (seen.has(anchor) ? repeated : seen).add(anchor);
    return part;
  });
  if (repeated.size === 0) return schema;
  return mapSchema(schema, (part) => {
    const anchor = part.get('$anchor');
    return anchor === undefined || !repeated.has(anchor)
      ? part
      : new Map([...part].filter(([keyword]) => keyword !== '$anchor'));
  }) as JsonObject;
}

/** The definition that a root stands for: it is a reference and adds nothing but annotations. */
function rootReference(schema: Json, definitions: DefinitionsByName): string | undefined {
  if (!isJsonObject(schema)) return undefined;
  const name = referredName(schema);
  const isAlone = [...schema.keys()].every((keyword) => keyword === '$ref' || annotationKeywords.has(keyword));
  return name !== undefined && isAlone && definitions.has(name) ? name : undefined;
}

/** Keywords that mean the same in one schema with others as beside them. */
const independentKeywords: ReadonlySet<string> = new Set([...annotationKeywords, 'type', 'required']);

/**
 * Follows references at the root. Annotations beside them override; restrictions beside them are added, in one schema
 * where that changes nothing, else with what is referred to under `allOf`.
 */
function inlineRoot(schema: Json, definitions: DefinitionsByName): JsonObject {
  if (!isJsonObject(schema)) return schema === false ? new Map([['not', new Map()]]) : new Map();
  const name = referredName(schema);
  if (name === undefined) return schema;
  const target = inlineRoot(definitions.get(name)?.schema ?? true, definitions);
  const beside = [...schema].filter(([keyword]) => keyword !== '$ref');
  const isIndependent = beside.every(
    ([keyword, value]) =>
      annotationKeywords.has(keyword) ||
      (independentKeywords.has(keyword) && (!target.has(keyword) || target.get(keyword) === value)),
  );
  if (isIndependent) return new Map([...target, ...beside]);
  const shown = [...target].filter(([keyword]) => keyword === 'type' || annotationKeywords.has(keyword));
  const earlier = schema.get('allOf');
  return new Map([...shown, ...beside, ['allOf', [...(isJsonArray(earlier) ? earlier : []), target]]]);
}

/** Everything that a schema refers to, directly or not, in order of first reference. */
function collectDefinitions(schema: Json, definitions: DefinitionsByName): readonly DefinitionModel[] {
  const found = new Map<string, DefinitionModel>();
  const waiting: Json[] = [schema];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const name of referredNames(next)) {
      const definition = definitions.get(name);
      if (!definition || found.has(name)) continue;
      found.set(name, definition);
      waiting.push(definition.schema);
    }
  }
  return [...found.values()];
}

/** The author's names, except where two definitions would have the same. */
function chooseWireNames(closure: readonly DefinitionModel[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { wireName } of closure) counts.set(wireName, (counts.get(wireName) ?? 0) + 1);
  return new Map(closure.map(({ name, wireName }) => [name, counts.get(wireName) === 1 ? wireName : name]));
}

function encodePointer(name: string): string {
  const escaped = name
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .replace(/\p{Cs}/gu, '\ufffd');
  return encodeURIComponent(escaped);
}
