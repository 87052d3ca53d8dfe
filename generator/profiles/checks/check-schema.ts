import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.js';
import type { ProfileRule } from '../../diagnostics/profile-rules.js';
import type { Restriction, Restrictions } from '../profile.js';
import { listParts, type SchemaPart } from './walk-schema.js';

/** What is wrong with a schema, and where. */
export interface SchemaFault {
  readonly rule: ProfileRule;
  readonly path: readonly string[];
  readonly message: string;
}

type Fault = readonly [path: readonly string[], message: string];
type PartCheck<Rule extends ProfileRule> = (
  schema: JsonObject,
  path: readonly string[],
  restriction: Restriction<Rule>,
) => readonly Fault[];

/** Keywords that say which type values have. */
const typeKeywords = ['type', '$ref', 'anyOf', 'oneOf', 'allOf'] as const;

/** What is looked for in each schema object. */
const partChecks: { readonly [Rule in ProfileRule]?: PartCheck<Rule> } = {
  'unsupported-keyword': (schema, path, { keywords }) =>
    keywords
      .filter((keyword) => schema.has(keyword))
      .map((keyword) => [[...path, keyword], `The keyword \`${keyword}\` is not supported.`]),
  'unsupported-format': (schema, path, { formats }) =>
    schema.has('format') && !formats.includes(textAt(schema, 'format'))
      ? [[[...path, 'format'], `The format \`${textAt(schema, 'format')}\` is not supported.`]]
      : [],
  'non-string-enum': (schema, path) =>
    listAt(schema, 'enum').some((value) => typeof value !== 'string')
      ? [[[...path, 'enum'], 'An `enum` may hold strings only.']]
      : [],
  'type-list': (schema, path) =>
    isJsonArray(schema.get('type') ?? null) ? [[[...path, 'type'], '`type` may not be a list.']] : [],
  'missing-properties': (schema, path) =>
    hasType(schema, 'object') && !schema.has('properties') ? [[path, 'An object has to have `properties`.']] : [],
  'missing-items': (schema, path) =>
    hasType(schema, 'array') && !schema.has('items') ? [[path, 'An array has to have `items`.']] : [],
  'empty-additional-properties': (schema, path) => {
    const additional = schema.get('additionalProperties');
    const isEmpty = isJsonObject(additional) && additional.size === 0;
    return isEmpty ? [[[...path, 'additionalProperties'], '`additionalProperties` may not be an empty schema.']] : [];
  },
  'untyped-schema': (schema, path) =>
    typeKeywords.some((keyword) => schema.has(keyword)) ? [] : [[path, 'A schema has to say which `type` it is.']],
  'property-key': (schema, path, { pattern }) =>
    propertyNames(schema)
      .filter((name) => !new RegExp(pattern, 'u').test(name))
      .map((name) => [[...path, 'properties', name], `The property name \`${name}\` does not match \`${pattern}\`.`]),
  'optional-property': (schema, path) =>
    propertyNames(schema)
      .filter((name) => !listAt(schema, 'required').includes(name))
      .map((name) => [[...path, 'properties', name], `The property \`${name}\` has to be required.`]),
  'open-object': (schema, path) =>
    hasType(schema, 'object') && schema.get('additionalProperties') !== false
      ? [[path, 'An object has to have `additionalProperties: false`.']]
      : [],
};

/** What is looked for in a schema as a whole. */
const wholeChecks: {
  readonly [Rule in ProfileRule]?: (parts: readonly SchemaPart[], restriction: Restriction<Rule>) => readonly Fault[];
} = {
  'root-keyword': ([root], { keywords }) => {
    const schema = root?.schema;
    if (!isJsonObject(schema)) return [];
    return keywords
      .filter((keyword) => schema.has(keyword))
      .map((keyword) => [[keyword], `\`${keyword}\` may not stand at the root of an input schema.`]);
  },
  reference: (parts) => {
    const first = parts.find(({ schema }) => isJsonObject(schema) && schema.has('$ref'));
    if (!first || !isJsonObject(first.schema)) return [];
    const message = `References, such as \`${textAt(first.schema, '$ref')}\`, are not understood.`;
    return [[[...first.path, '$ref'], message]];
  },
  'schema-dialect': ([root], { refused }) => {
    const dialect = isJsonObject(root?.schema) ? textAt(root.schema, '$schema') : '';
    return refused.includes(dialect) ? [[['$schema'], `\`$schema: ${dialect}\` is refused.`]] : [];
  },
  'boolean-schema': (parts) =>
    parts
      // `additionalProperties: false` is what everybody knows.
      .filter(({ schema, path }) => typeof schema === 'boolean' && path.at(-1) !== 'additionalProperties')
      .map(({ schema, path }) => [path, `A schema may not be \`${String(schema)}\`.`]),
  'schema-depth': (parts, { max }) => {
    const deepest = parts.find(({ depth }) => depth > max);
    return deepest ? [[deepest.path, `Schemas may be nested ${max} levels deep.`]] : [];
  },
  'property-count': (parts, { max }) => {
    const count = sum(parts, (schema) => propertyNames(schema).length);
    return count > max ? [[[], `${count} properties are more than ${max}.`]] : [];
  },
  'enum-count': (parts, { max }) => {
    const count = sum(parts, (schema) => listAt(schema, 'enum').length);
    return count > max ? [[[], `${count} values of \`enum\` are more than ${max}.`]] : [];
  },
};

/** What in an input schema, as it is sent, a profile does not accept. */
export function checkSchema(schema: JsonObject, restrictions: Restrictions): readonly SchemaFault[] {
  const parts = listParts(schema);
  return (Object.keys(restrictions) as ProfileRule[]).flatMap((rule) =>
    checkRule(rule, parts, restrictions).map(([path, message]) => ({ rule, path, message })),
  );
}

function checkRule<Rule extends ProfileRule>(
  rule: Rule,
  parts: readonly SchemaPart[],
  restrictions: { readonly [Own in Rule]?: Restriction<Own> },
): readonly Fault[] {
  const restriction = restrictions[rule];
  if (restriction === undefined) return [];
  const checkPart: PartCheck<Rule> | undefined = partChecks[rule];
  const checkWhole = wholeChecks[rule];
  return [
    ...(checkWhole?.(parts, restriction) ?? []),
    ...(checkPart
      ? parts.flatMap(({ schema, path }) => (isJsonObject(schema) ? checkPart(schema, path, restriction) : []))
      : []),
  ];
}

function sum(parts: readonly SchemaPart[], count: (schema: JsonObject) => number): number {
  return parts.reduce((total, { schema }) => total + (isJsonObject(schema) ? count(schema) : 0), 0);
}

function hasType(schema: JsonObject, type: string): boolean {
  const own = schema.get('type');
  return own === type || (isJsonArray(own ?? null) && listAt(schema, 'type').includes(type));
}

function propertyNames(schema: JsonObject): readonly string[] {
  const properties = schema.get('properties');
  return isJsonObject(properties) ? [...properties.keys()] : [];
}

function listAt(schema: JsonObject, keyword: string): readonly Json[] {
  const value = schema.get(keyword);
  return isJsonArray(value) ? value : [];
}

function textAt(schema: JsonObject, keyword: string): string {
  const value = schema.get(keyword);
  return typeof value === 'string' ? value : '';
}
