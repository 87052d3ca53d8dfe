import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  objectAt,
  stringifyJson,
  type Json,
  type JsonObject,
} from '../../core/model/json.js';
import { annotationKeywords } from '../../core/schema/keywords.js';
import { mergeReferred } from '../../core/schema/merge-referred.js';
import { addToDescription } from './rewrite-keywords.js';

/** Maximum number of alternatives to describe. */
const maxAlternatives = 12;

/**
 * Removes `anyOf`, `oneOf`, `allOf` and similar keywords from the root of a self-contained input schema. The
 * alternatives become one object with the properties of all of them; a property is required if all alternatives require
 * it. The description lists the properties of each alternative. A schema with properties is assumed to have no other
 * properties unless it allows them.
 */
export function flattenRoot(schema: JsonObject, keywords: readonly string[]): JsonObject {
  const present = keywords.filter((keyword) => schema.has(keyword));
  if (present.length === 0) return schema;
  const own = readKeywords(schema);
  const shapes = readAlternatives(schema, present, { root: schema, open: [] }).filter((shape) => shape !== undefined);
  const shape = shapes.reduce(intersectShapes, own);
  const result = new Map<string, Json>();
  for (const [keyword, value] of schema) {
    if (!present.includes(keyword) && keyword !== 'unevaluatedProperties') result.set(keyword, value);
  }
  if (shape.properties.size > 0) result.set('properties', shape.properties);
  if (shape.required.size > 0) result.set('required', [...shape.required]);
  const isExtended = shape.properties.size > own.properties.size;
  if (isExtended && schema.get('additionalProperties') === false) result.delete('additionalProperties');
  const groups = present.flatMap((keyword) => describeAlternatives(schema, keyword));
  return groups.reduce<JsonObject>(addToDescription, result);
}

/** Describes the properties of each alternative in one sentence. */
function describeAlternatives(root: JsonObject, keyword: string): readonly string[] {
  const members = root.get(keyword);
  if (keyword === 'allOf' || !isJsonArray(members) || members.length > maxAlternatives) return [];
  const groups = members.flatMap((member) => {
    const shape = readShape(member, { root, open: [] });
    if (!shape) return [];
    const { required, properties } = shape;
    const optional = [...properties.keys()].filter((name) => !required.has(name)).map((name) => `${name}?`);
    const names = [...required, ...optional];
    return names.length === 0 ? [] : `{${names.join(', ')}}`;
  });
  const different = [...new Set(groups)];
  if (different.length < 2) return [];
  return [`${keyword === 'oneOf' ? 'Exactly one' : 'At least one'} of: ${different.join(' or ')}.`];
}

/** Properties of the object that a schema describes. */
interface ObjectShape {
  readonly properties: ReadonlyMap<string, Json>;
  readonly required: ReadonlySet<string>;
}

const openShape: ObjectShape = { properties: new Map(), required: new Set() };

/**
 * Schema in which references are resolved, and the references that are currently being followed and are not followed
 * again.
 */
interface ReferenceScope {
  readonly root: JsonObject;
  readonly open: readonly string[];
}

/** Reads a schema with its alternatives. Returns `undefined` if the schema accepts no object. */
function readShape(schema: Json, scope: ReferenceScope): ObjectShape | undefined {
  if (!isJsonObject(schema)) return schema === false ? undefined : openShape;
  const reference = schema.get('$ref');
  if (typeof reference === 'string') {
    const target = scope.open.includes(reference) ? undefined : readReference(scope.root, reference);
    if (!isJsonObject(target)) return target === false ? undefined : openShape;
    return readShape(mergeReferred(schema, target), { ...scope, open: [...scope.open, reference] });
  }
  const type = schema.get('type');
  if (type !== undefined && ![type].flat().includes('object')) return undefined;
  return readAlternatives(schema, ['allOf', 'anyOf', 'oneOf'], scope).reduce<ObjectShape | undefined>(
    (shape, other) => shape && other && intersectShapes(shape, other),
    readKeywords(schema),
  );
}

/** Reads the shapes that also apply: one per member of `allOf`, one for `anyOf` and one for `oneOf`. */
function readAlternatives(
  schema: JsonObject,
  keywords: readonly string[],
  scope: ReferenceScope,
): readonly (ObjectShape | undefined)[] {
  return keywords.flatMap((keyword) => {
    const shapes = arrayAt(schema, keyword).map((member) => readShape(member, scope));
    if (keyword === 'allOf') return shapes;
    const isUnion = schema.has(keyword) && (keyword === 'anyOf' || keyword === 'oneOf');
    return isUnion ? [uniteShapes(shapes.filter((shape) => shape !== undefined))] : [];
  });
}

/** Reads the properties of a schema object without its alternatives. */
function readKeywords(schema: JsonObject): ObjectShape {
  const required = arrayAt(schema, 'required').filter((name) => typeof name === 'string');
  return { properties: objectAt(schema, 'properties'), required: new Set(required) };
}

/**
 * Combines two shapes that both apply. If both have a property, uses the first schema, which accepts at least as much.
 */
function intersectShapes(one: ObjectShape, other: ObjectShape): ObjectShape {
  return {
    properties: new Map([...one.properties, ...other.properties, ...one.properties]),
    required: new Set([...one.required, ...other.required]),
  };
}

/** Combines alternative shapes. */
function uniteShapes(shapes: readonly ObjectShape[]): ObjectShape {
  const [first = openShape, ...rest] = shapes;
  const names = new Set(shapes.flatMap(({ properties }) => [...properties.keys()]));
  return {
    properties: new Map(
      [...names].map((name) => [name, uniteSchemas(shapes.flatMap((shape) => variantsOf(shape, name)))]),
    ),
    required: new Set([...first.required].filter((name) => rest.every(({ required }) => required.has(name)))),
  };
}

/** Returns a shape's schemas for a property; none if the shape lists only other properties. */
function variantsOf({ properties }: ObjectShape, name: string): readonly Json[] {
  const own = properties.get(name);
  if (own !== undefined) return [own];
  return properties.size > 0 ? [] : [true];
}

/** Combines alternative schemas. */
function uniteSchemas(schemas: readonly Json[]): Json {
  const different = [...new Map(schemas.map((schema) => [stringifyJson(schema), schema])).values()];
  const [only] = different;
  if (different.length === 1 && only !== undefined) return only;
  if (different.includes(true)) return describeOnly(different.find(isJsonObject));
  return joinConstants(different) ?? new Map([['anyOf', different]]);
}

/** Combines constants, such as discriminator values of alternatives, into one `enum`. */
function joinConstants(schemas: readonly Json[]): Json | undefined {
  const values = schemas.map((schema) => {
    if (!isJsonObject(schema)) return undefined;
    const isConstant = [...schema.keys()].every(
      (key) => ['const', 'enum', 'type'].includes(key) || annotationKeywords.has(key),
    );
    const list = schema.has('const') ? [schema.get('const') ?? null] : schema.get('enum');
    const isText = isJsonArray(list) && list.every((value) => typeof value === 'string');
    return isConstant && isText ? list : undefined;
  });
  if (values.some((list) => list === undefined)) return undefined;
  const all = values.flatMap((list) => list ?? []);
  return new Map<string, Json>([
    ['type', 'string'],
    ['enum', [...new Set(all)]],
  ]);
}

function describeOnly(schema: JsonObject | undefined): JsonObject {
  const members = [...(schema ?? [])].filter(([keyword]) => annotationKeywords.has(keyword));
  return new Map(members);
}

/** Returns the target of a reference in a self-contained schema: the root or one of its `$defs`. */
export function readReference(root: JsonObject, reference: string): Json | undefined {
  if (reference === '#') return root;
  return objectAt(root, '$defs').get(referredDefinition(reference) ?? '');
}

/** Returns the name in `#/$defs/<name>`. */
export function referredDefinition(reference: string): string | undefined {
  const [, pointer] = /^#\/\$defs\/([^/]+)$/u.exec(reference) ?? [];
  return pointer === undefined ? undefined : decodeURIComponent(pointer).replaceAll('~1', '/').replaceAll('~0', '~');
}
