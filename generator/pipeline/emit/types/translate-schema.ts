import { stringLiteral, typePropertyName } from '../../../core/code/escape.js';
import { arrayAt, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../core/model/json.js';
import { referredName } from '../../../core/schema/map-schema.js';
import { hasArrayKeywords, translateArray } from './translate-array.js';
import { hasObjectKeywords, translateObject } from './translate-object.js';
import {
  describeType,
  intersectTypes,
  isUnknownType,
  narrowContext,
  typeText,
  uniteTypes,
  type JsonType,
  type TypeContext,
  type TypeSchema,
} from './type-schema.js';

/** Translates one keyword, or several related ones, to types that all apply to the value. */
type TypeRule = (schema: JsonObject, context: TypeContext) => readonly TypeSchema[];

/**
 * Rules by keyword. The type of a schema is the intersection of the results of all rules. To support another keyword,
 * add it to a rule, or add a rule. Array keywords are in `translate-array.ts`, object keywords in
 * `translate-object.ts`.
 */
const rules: readonly { readonly keywords: readonly string[]; readonly translate: TypeRule }[] = [
  { keywords: ['$ref'], translate: (schema, context) => [translateReference(schema, context)] },
  { keywords: ['allOf'], translate: translateAllOf },
  { keywords: ['const', 'enum'], translate: translateValues },
  // A rule without keywords applies to every schema.
  { keywords: [], translate: translateJsonTypes },
  { keywords: ['anyOf'], translate: (schema, context) => [translateChoice(schema, 'anyOf', context)] },
  { keywords: ['oneOf'], translate: (schema, context) => [translateChoice(schema, 'oneOf', context)] },
];

/**
 * Translates a schema to the input of json-schema-to-typescript. The type accepts every value that the schema accepts
 * (except extra properties of objects) and is as narrow as TypeScript allows. Ignores unknown keywords.
 */
export function translateSchema(schema: Json, context: TypeContext): TypeSchema {
  if (schema === false) return typeText('never');
  if (!isJsonObject(schema)) return typeText('unknown');
  const types = intersectSets(readTypes(schema), context.types);
  const narrowed = types === undefined ? context : narrowContext(context, types);
  const parts: TypeSchema[] = [];
  const others: TypeSchema[] = [];
  for (const { keywords, translate } of rules) {
    if (keywords.length > 0 && !keywords.some((keyword) => schema.has(keyword))) continue;
    const restricting = translate(schema, narrowed).filter((each) => !isUnknownType(each));
    parts.push(...restricting);
    if (translate !== translateJsonTypes) others.push(...restricting);
  }
  // A bare `type: object` next to a reference would add an index signature. Interfaces are not assignable to such types.
  const isTypeNeedless = others.length > 0 && isBareType(schema, narrowed);
  const type = intersectTypes(isTypeNeedless ? others : parts);
  if (schema.get('deprecated') === true) type.deprecated = true;
  return describeType(type, schema.get('description'), context.tokens);
}

function translateReference(schema: JsonObject, { definitionTokens }: TypeContext): TypeSchema {
  const name = referredName(schema);
  const token = name === undefined ? undefined : definitionTokens.get(name);
  return typeText(token ?? 'unknown');
}

function translateAllOf(schema: JsonObject, context: TypeContext): readonly TypeSchema[] {
  return arrayAt(schema, 'allOf').map((member) => translateSchema(member, context));
}

/** Translates alternatives. Defaults inside them are not filled in. */
function translateChoice(schema: JsonObject, keyword: string, context: TypeContext): TypeSchema {
  const alternative = { ...context, fillsDefaults: false };
  return uniteTypes(arrayAt(schema, keyword).map((member) => translateSchema(member, alternative)));
}

function translateValues(schema: JsonObject, { types, tokens }: TypeContext): readonly TypeSchema[] {
  const values = listValues(schema);
  if (values === undefined) return [];
  const possible = values.filter((value) => types === undefined || [...types].some((type) => isOfType(value, type)));
  const literals = [...new Set(possible.map(literalType))];
  return [literals.length === 0 ? typeText('never') : { enum: literals.map((literal) => tokens.add(literal)) }];
}

/** Translates `type`, and array and object keywords, which also apply without `type`. */
function translateJsonTypes(schema: JsonObject, context: TypeContext): readonly TypeSchema[] {
  if (listValues(schema) !== undefined) return [];
  const declared = readTypes(schema);
  const implied = declared ?? listImpliedTypes(schema, context);
  const possible = context.types ?? implied;
  if (declared === undefined && ![...implied].some((type) => possible.has(type))) return [];
  return [uniteTypes([...possible].map((type) => translateJsonType(type, schema, context)))];
}

function translateJsonType(type: JsonType, schema: JsonObject, context: TypeContext): TypeSchema {
  if (type === 'object') return translateObject(schema, context, translateSchema);
  if (type === 'array') return translateArray(schema, context, translateSchema);
  return { type };
}

/**
 * Whether `type` is redundant next to other types, because the schema lists constants or does not describe the content
 * of its objects and arrays.
 */
function isBareType(schema: JsonObject, context: TypeContext): boolean {
  if (schema.has('const') || schema.has('enum') || listImpliedTypes(schema, context).size > 0) return false;
  const isCompound = context.types?.has('object') === true || context.types?.has('array') === true;
  return isCompound || offersValues(schema);
}

/** Whether the schema's `anyOf` or `oneOf` lists only constants. */
function offersValues(schema: JsonObject): boolean {
  return ['anyOf', 'oneOf'].some((keyword) => {
    const members = arrayAt(schema, keyword);
    return members.length > 0 && members.every((each) => isJsonObject(each) && (each.has('const') || each.has('enum')));
  });
}

/** Returns the values of `const` or `enum`. */
function listValues(schema: JsonObject): readonly Json[] | undefined {
  const values = schema.has('const') ? [schema.get('const') as Json] : schema.get('enum');
  return isJsonArray(values) ? values : undefined;
}

function listImpliedTypes(schema: JsonObject, { dialect }: TypeContext): ReadonlySet<JsonType> {
  const types = new Set<JsonType>();
  if (hasObjectKeywords(schema)) types.add('object');
  if (hasArrayKeywords(schema, dialect)) types.add('array');
  return types;
}

const jsonTypes: ReadonlyMap<string, JsonType> = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
  ['array', 'array'],
  ['object', 'object'],
  ['null', 'null'],
]);

/** Returns the types that a schema declares; `undefined` if it declares no valid type. */
function readTypes(schema: JsonObject): ReadonlySet<JsonType> | undefined {
  const declared = schema.get('type');
  if (declared === undefined) return undefined;
  const types = new Set<JsonType>();
  for (const name of isJsonArray(declared) ? declared : [declared]) {
    const type = jsonTypes.get(String(name));
    if (type !== undefined) types.add(type);
  }
  return types.size === 0 ? undefined : types;
}

function intersectSets(
  first: ReadonlySet<JsonType> | undefined,
  second: ReadonlySet<JsonType> | undefined,
): ReadonlySet<JsonType> | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return new Set([...first].filter((type) => second.has(type)));
}

function isOfType(value: Json, type: JsonType): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return isJsonArray(value);
  if (type === 'object') return isJsonObject(value);
  return typeof value === type;
}

/** Returns the literal type of a JSON value. */
function literalType(value: Json): string {
  if (typeof value === 'string') return stringLiteral(value);
  if (isJsonArray(value)) return `[${value.map(literalType).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  if (value.size === 0) return '{ [k: string]: never }';
  const members = [...value].map(([name, member]) => `${typePropertyName(name)}: ${literalType(member)}`);
  return `{ ${members.join('; ')} }`;
}
