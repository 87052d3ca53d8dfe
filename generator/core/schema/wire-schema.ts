import { isJsonObject, type Json, type JsonObject } from '../model/json.js';
import type { DefinitionModel, SchemaModel } from '../model/model.js';
import { annotationKeywords } from './keywords.js';
import { mapRefs, mapSchema, referredName, referredNames, visitParts } from './map-schema.js';
import { mergeReferred } from './merge-referred.js';

/** Model definitions by name. */
export type DefinitionsByName = ReadonlyMap<string, DefinitionModel>;

/**
 * Indexes model definitions by name. Returns the same index for the same array, so that the index can be a cache key.
 */
export function mapByName(definitions: readonly DefinitionModel[]): DefinitionsByName {
  const index = indexes.get(definitions) ?? new Map(definitions.map((definition) => [definition.name, definition]));
  indexes.set(definitions, index);
  return index;
}

const indexes = new WeakMap<readonly DefinitionModel[], DefinitionsByName>();

/** Schema in a descriptor, with the origin of its parts. */
export interface WireSchema {
  readonly schema: JsonObject;
  /** Name of the definition that forms the root; absent if the root adds restrictions to the definition. */
  readonly rootName?: string;
  /** Model names of definitions, by their names under `$defs`. */
  readonly definitionNames: ReadonlyMap<string, string>;
}

/**
 * Builds the schema for a descriptor: self-contained, with the author's names in `$defs`, and without a reference at
 * the root.
 */
export function wireSchema(schema: SchemaModel, definitions: DefinitionsByName): JsonObject {
  return composeWireSchema(schema, definitions).schema;
}

/** Builds the schema like {@link wireSchema}, and returns the origin of its parts. */
export function composeWireSchema(
  { schema, dialect, declaresDialect }: SchemaModel,
  definitions: DefinitionsByName,
): WireSchema {
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
  return {
    schema: withoutRepeatedAnchors(members),
    ...(rootName !== undefined && { rootName }),
    definitionNames: new Map(closure.map(({ name }) => [wireNames.get(name) ?? name, name])),
  };
}

/** Removes anchors that occur more than once, because two files can use the same anchor. */
function withoutRepeatedAnchors(schema: JsonObject): JsonObject {
  const seen = new Set<Json>();
  const repeated = new Set<Json>();
  visitParts(schema, (part) => {
    const anchor = part.get('$anchor');
    if (anchor !== undefined) (seen.has(anchor) ? repeated : seen).add(anchor);
  });
  if (repeated.size === 0) return schema;
  return mapSchema(schema, (part) => {
    const anchor = part.get('$anchor');
    return anchor === undefined || !repeated.has(anchor)
      ? part
      : new Map([...part].filter(([keyword]) => keyword !== '$anchor'));
  }) as JsonObject;
}

/** Returns the name of the definition that a root consists of, if the root is a reference with annotations only. */
function rootReference(schema: Json, definitions: DefinitionsByName): string | undefined {
  if (!isJsonObject(schema)) return undefined;
  const name = referredName(schema);
  const isAlone = [...schema.keys()].every((keyword) => keyword === '$ref' || annotationKeywords.has(keyword));
  return name !== undefined && isAlone && definitions.has(name) ? name : undefined;
}

/** Follows references at the root and merges their sibling keywords with {@link mergeReferred}. */
function inlineRoot(schema: Json, definitions: DefinitionsByName): JsonObject {
  if (!isJsonObject(schema)) return schema === false ? new Map([['not', new Map()]]) : new Map();
  const name = referredName(schema);
  if (name === undefined) return schema;
  return mergeReferred(schema, inlineRoot(definitions.get(name)?.schema ?? true, definitions));
}

/** Collects all definitions that a schema refers to, directly or indirectly, in order of first reference. */
export function collectDefinitions(schema: Json, definitions: DefinitionsByName): readonly DefinitionModel[] {
  const found = new Map<string, DefinitionModel>();
  const waiting: Json[] = [schema];
  for (const next of waiting) {
    for (const name of referredNames(next)) {
      const definition = definitions.get(name);
      if (!definition || found.has(name)) continue;
      found.set(name, definition);
      waiting.push(definition.schema);
    }
  }
  return [...found.values()];
}

/** Chooses names for descriptors: the author's names, except where two definitions share one. */
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
