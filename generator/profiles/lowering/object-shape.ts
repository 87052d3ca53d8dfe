import { isJsonArray, isJsonObject, stringifyJson, type Json, type JsonObject } from '../../model/json.js';
import { annotationKeywords } from '../../schema/keywords.js';
import { mergeReferred } from '../../schema/merge-referred.js';
import { readReference } from './read-reference.js';

/** What is known of the properties of an object. */
export interface ObjectShape {
  readonly properties: ReadonlyMap<string, Json>;
  readonly required: ReadonlySet<string>;
  /** There are no other properties. */
  readonly isClosed: boolean;
}

const openShape: ObjectShape = { properties: new Map(), required: new Set(), isClosed: false };

/** Reads shapes from schemas whose references lead into one self-contained schema. */
export class ShapeReader {
  readonly #root: JsonObject;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** The shape of the root itself, without what stands at some keywords. */
  readOwn(schema: JsonObject): ObjectShape {
    const properties = schema.get('properties');
    const required = schema.get('required');
    return {
      properties: isJsonObject(properties) ? properties : new Map(),
      required: new Set(isJsonArray(required) ? required.filter((name) => typeof name === 'string') : []),
      isClosed: schema.get('additionalProperties') === false && !schema.has('patternProperties'),
    };
  }

  /** The shape of a schema with all its alternatives; `undefined` when it allows no object. */
  read(schema: Json, open: readonly string[] = []): ObjectShape | undefined {
    if (!isJsonObject(schema)) return schema === false ? undefined : openShape;
    const reference = schema.get('$ref');
    if (typeof reference === 'string') {
      const target = open.includes(reference) ? undefined : readReference(this.#root, reference);
      if (!isJsonObject(target)) return target === false ? undefined : openShape;
      return this.read(mergeReferred(schema, target), [...open, reference]);
    }
    const type = schema.get('type');
    if (type !== undefined && ![type].flat().includes('object')) return undefined;
    return this.readAlternatives(schema, ['allOf', 'anyOf', 'oneOf'], open).reduce<ObjectShape | undefined>(
      (shape, other) => shape && other && both(shape, other),
      this.readOwn(schema),
    );
  }

  /** The shapes that hold at once beside a schema: one for each schema of `allOf`, one for all of `anyOf` and of `oneOf`. */
  readAlternatives(
    schema: JsonObject,
    keywords: readonly string[],
    open: readonly string[] = [],
  ): readonly (ObjectShape | undefined)[] {
    return keywords.flatMap((keyword) => {
      const members = schema.get(keyword);
      if (!isJsonArray(members)) return [];
      const shapes = members.map((member) => this.read(member, open));
      if (keyword === 'allOf') return shapes;
      if (keyword !== 'anyOf' && keyword !== 'oneOf') return [];
      return [oneOf(shapes.filter((shape) => shape !== undefined))];
    });
  }
}

/** What holds of objects of two shapes at once. Where both know a property, it is enough to know what one says. */
export function both(one: ObjectShape, other: ObjectShape): ObjectShape {
  const properties = new Map([...other.properties].filter(([name]) => !one.isClosed || one.properties.has(name)));
  for (const [name, schema] of one.properties) {
    if (!other.isClosed || other.properties.has(name)) properties.set(name, schema);
  }
  const order = [...one.properties.keys(), ...other.properties.keys()].filter((name) => properties.has(name));
  return {
    properties: new Map(order.map((name) => [name, properties.get(name) ?? true])),
    required: new Set([...one.required, ...other.required]),
    isClosed: one.isClosed || other.isClosed,
  };
}

/** What holds of objects of any of some shapes. */
function oneOf(shapes: readonly ObjectShape[]): ObjectShape {
  const [first = openShape, ...rest] = shapes;
  const names = new Set(shapes.flatMap(({ properties }) => [...properties.keys()]));
  return {
    properties: new Map([...names].map((name) => [name, anyOf(shapes.flatMap((shape) => variantsOf(shape, name)))])),
    required: new Set([...first.required].filter((name) => rest.every(({ required }) => required.has(name)))),
    isClosed: shapes.length > 0 && shapes.every(({ isClosed }) => isClosed),
  };
}

/** What a shape says of a property. One that lists others has no such property, as everywhere; one that lists none may. */
function variantsOf({ properties, isClosed }: ObjectShape, name: string): readonly Json[] {
  const own = properties.get(name);
  if (own !== undefined) return [own];
  return isClosed || properties.size > 0 ? [] : [true];
}

/** One schema for what some schemas allow. */
function anyOf(schemas: readonly Json[]): Json {
  const different = [...new Map(schemas.map((schema) => [stringifyJson(schema), schema])).values()];
  const [only] = different;
  if (different.length === 1 && only !== undefined) return only;
  if (different.includes(true)) return describeOnly(different.find(isJsonObject));
  return joinConstants(different) ?? new Map([['anyOf', different]]);
}

/** Values that tell alternatives apart are clearer in one list. */
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
