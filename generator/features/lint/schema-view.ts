import { isJsonArray, isJsonObject, objectAt, type Json, type JsonObject } from '../../core/model/json.js';
import type { SchemaModel } from '../../core/model/model.js';
import type { Place } from '../../core/model/place.js';
import { referredName } from '../../core/schema/map-schema.js';
import type { DefinitionsByName } from '../../core/schema/wire-schema.js';

/** Facts about a schema, gathered from its branches and the schemas that it refers to. */
export interface SchemaView {
  /** Description of the schema itself, else of a schema that it refers to. */
  readonly description: string;
  readonly types: ReadonlySet<string>;
  /** Values of `enum` and `const`, also of list items. */
  readonly values: readonly Json[];
  /** Formats, also of list items. */
  readonly formats: ReadonlySet<string>;
  /** Whether the schema has a pattern, examples or a default that is not null. */
  readonly showsForm: boolean;
  /** Whether any object, or any value at all, fits the schema. */
  readonly isFree: boolean;
}

/** Parameter of a tool. */
export interface LintedParameter extends SchemaView {
  readonly name: string;
  readonly place: Place;
}

/** Maximum number of nested schemas that are followed. */
const maxDepth = 5;

/** Maximum number of parts of a parameter's schema that are read. */
const maxParts = 200;

/** Maximum number of parameters that are checked in a tool. */
const maxParameters = 200;

/** Lists the parameters of a tool's input. */
export function listParameters(
  tool: string,
  input: SchemaModel,
  definitions: DefinitionsByName,
): readonly LintedParameter[] {
  const found = new Map<string, LintedParameter>();
  const visit = (schema: Json, place: Place, depth: number): void => {
    if (!isJsonObject(schema) || depth > maxDepth) return;
    for (const [name, property] of objectAt(schema, 'properties')) {
      if (found.has(name) || found.size >= maxParameters) continue;
      const below = { ...place, path: [...place.path, 'properties', name] };
      found.set(name, { name, place: below, ...viewSchema(property, definitions) });
    }
    for (const [index, part] of listParts(schema, 'allOf').entries()) {
      visit(part, { ...place, path: [...place.path, 'allOf', String(index)] }, depth + 1);
    }
    const name = referredName(schema);
    if (name !== undefined) {
      visit(definitions.get(name)?.schema ?? true, { anchor: { kind: 'definition', name }, path: [] }, depth + 1);
    }
  };
  visit(input.schema, { anchor: { kind: 'tool', key: tool }, path: ['inputSchema'] }, 0);
  return [...found.values()];
}

/** Keywords that say what is in an object. */
const shapeKeywords = ['properties', 'patternProperties', 'propertyNames', 'required'];

function viewSchema(schema: Json, definitions: DefinitionsByName): SchemaView {
  const types = new Set<string>();
  const formats = new Set<string>();
  const values: Json[] = [];
  let description = '';
  let showsForm = false;
  let hasShape = false;
  let left = maxParts;
  const visit = (part: Json, depth: number): void => {
    if (!isJsonObject(part) || depth > maxDepth || left-- <= 0) return;
    hasShape ||= shapeKeywords.some((keyword) => part.has(keyword)) || isJsonObject(part.get('additionalProperties'));
    if (description === '') description = textAt(part, 'description').trim();
    for (const type of [part.get('type') ?? []].flat()) if (typeof type === 'string') types.add(type);
    const format = part.get('format');
    if (typeof format === 'string') formats.add(format);
    if (part.has('const')) values.push(part.get('const') ?? null);
    for (const value of listParts(part, 'enum')) if (values.length < 1000) values.push(value);
    const initial = part.get('default');
    const hasDefault = initial !== undefined && initial !== null && initial !== '' && !isJsonArray(initial);
    showsForm ||= part.has('pattern') || part.has('examples') || part.has('example') || hasDefault;
    for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
      for (const branch of listParts(part, keyword).slice(0, 50)) visit(branch, depth + 1);
    }
    const items = part.get('items');
    if (items !== undefined) visit(isJsonObject(items) ? withoutDescription(items) : items, depth + 1);
    const name = referredName(part);
    if (name !== undefined) visit(definitions.get(name)?.schema ?? true, depth + 1);
  };
  visit(schema, 0);
  const isList = types.has('array') && types.has('string');
  const isFree = !hasShape && !isList && (types.has('object') || types.size === 0) && values.length === 0;
  return { description, types, values, formats, showsForm, isFree };
}

function withoutDescription(schema: JsonObject): JsonObject {
  return new Map([...schema].filter(([key]) => key !== 'description'));
}

function listParts(schema: JsonObject, keyword: string): readonly Json[] {
  const parts = schema.get(keyword);
  return isJsonArray(parts) ? parts : [];
}

function textAt(schema: JsonObject, key: string): string {
  const value = schema.get(key);
  return typeof value === 'string' ? value : '';
}
