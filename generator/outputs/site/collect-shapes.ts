import { isJsonObject, type Json, type JsonObject } from '../../core/model/json.js';
import type { DefinitionModel } from '../../core/model/model.js';
import { listSubschemas, referredName } from '../../core/schema/map-schema.js';
import type { Anchors } from '../../feature-kit/pages/anchors.js';

/** Shared schema with its own section, which other schemas link to. */
interface Shape {
  readonly id: string;
  /** Name chosen by the author. */
  readonly title: string;
  readonly definition: DefinitionModel;
}

/** Schemas that a page refers to by name. */
export interface SchemaBook {
  readonly definitions: ReadonlyMap<string, DefinitionModel>;
  /** Shapes by definition name. All other definitions are inlined where they are used. */
  readonly shapes: ReadonlyMap<string, Shape>;
}

/**
 * Chooses the shapes of a page: definitions that are used more than once and contain schemas. Only definitions
 * reachable from these schemas are counted. Every reference cycle contains a definition that is used twice, so all
 * other definitions can be inlined.
 */
export function collectShapes(
  schemas: readonly Json[],
  definitions: readonly DefinitionModel[],
  anchors: Anchors,
): SchemaBook {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const uses = new Map<string, number>();
  const queue = [...schemas];
  for (let schema = queue.pop(); schema !== undefined; schema = queue.pop()) {
    for (const name of listReferences(schema)) {
      const definition = byName.get(name);
      const count = uses.get(name) ?? 0;
      uses.set(name, count + 1);
      if (definition && count === 0) queue.push(definition.schema);
    }
  }
  const shapes = new Map<string, Shape>();
  for (const definition of definitions) {
    const { name, wireName, schema } = definition;
    if ((uses.get(name) ?? 0) < 2 || !isJsonObject(schema) || listSubschemas(schema).length + refCount(schema) === 0) {
      continue;
    }
    shapes.set(name, { id: anchors.give('shape', name), title: wireName, definition });
  }
  return { definitions: byName, shapes };
}

/**
 * Inlines the definition that a schema refers to: returns the members of both; members of the referring schema take precedence.
 */
export function writeOut(schema: JsonObject, { definitions, shapes }: SchemaBook): JsonObject {
  let result = schema;
  const seen = new Set<string>();
  for (;;) {
    const name = referredName(result);
    const target = name === undefined || seen.has(name) || shapes.has(name) ? undefined : definitions.get(name)?.schema;
    if (name === undefined || !isJsonObject(target)) return result;
    seen.add(name);
    const { $ref: _, ...own } = Object.fromEntries(result);
    result = new Map([...target, ...Object.entries(own)]);
  }
}

function refCount(schema: JsonObject): number {
  return referredName(schema) === undefined ? 0 : 1;
}

/** Lists the definition names that a schema refers to, once per reference. */
function listReferences(schema: Json): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const target = referredName(schema);
  const below = listSubschemas(schema).flatMap(([, part]) => listReferences(part));
  return target === undefined ? below : [target, ...below];
}
