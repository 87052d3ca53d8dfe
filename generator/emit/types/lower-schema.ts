import type { Json, JsonObject } from '../../model/json.js';
import { isJsonArray, isJsonObject } from '../../model/json.js';
import type { Dialect } from '../../model/model.js';
import { referredName } from '../../schema/map-schema.js';
import { addComment } from './add-comment.js';
import type { JsonType } from './json-type.js';
import { isOfType, readTypes } from './json-type.js';
import { hasArrayKeywords, lowerArray } from './lower-array.js';
import { hasObjectKeywords, lowerObject } from './lower-object.js';
import type { LoweredSchema } from './lowered-schema.js';
import { intersectTypes, isUnknownType, lowerToText, uniteTypes } from './lowered-schema.js';
import { literalType } from './literal-type.js';
import type { LoweringContext } from './lowering-context.js';
import type { TokenTable } from './token-table.js';

/**
 * Lowers a schema to what its TypeScript type says. The type admits every value that the schema does (extra properties
 * of objects aside) and is as narrow as TypeScript allows; only keywords that are known here are looked at.
 */
export function lowerSchema(schema: Json, context: LoweringContext): LoweredSchema {
  if (schema === false) return lowerToText('never');
  if (!isJsonObject(schema)) return lowerToText('unknown');
  const declared = readTypes(schema);
  const types = narrowTypes(declared, context.types);
  const narrowed = { ...context, ...(types && { types }) };
  const conjunctions = lowerConjunctions(schema, narrowed);
  const alternatives = lowerAlternatives(schema, narrowed);
  const base = lowerBase(schema, declared, types, context);
  // A bare `type: object` beside a reference would add an index signature, which interfaces are not assignable to.
  const isBareType = (isCompound(types) || offersValues(schema)) && !hasValueKeywords(schema, context.dialect);
  const isBaseImplied = isBareType && conjunctions.length + alternatives.length > 0;
  const parts = [...conjunctions, ...(base && !isBaseImplied ? [base] : []), ...alternatives];
  const lowered = intersectTypes(parts);
  if (schema.get('deprecated') === true) lowered.deprecated = true;
  return addComment(lowered, schema.get('description'), context.tokens);
}

function lowerConjunctions(schema: JsonObject, context: LoweringContext): LoweredSchema[] {
  const reference = schema.has('$ref') ? [lowerReference(schema, context)] : [];
  const members = listMembers(schema, 'allOf').map((member) => lowerSchema(member, context));
  return [...reference, ...members].filter((part) => !isUnknownType(part));
}

function lowerAlternatives(schema: JsonObject, context: LoweringContext): LoweredSchema[] {
  const alternative = { ...context, fillsDefaults: false };
  return ['anyOf', 'oneOf']
    .filter((keyword) => schema.has(keyword))
    .map((keyword) => uniteTypes(listMembers(schema, keyword).map((member) => lowerSchema(member, alternative))))
    .filter((part) => !isUnknownType(part));
}

/** Whether the schema offers a choice of values, which are no others than those of its types. */
function offersValues(schema: JsonObject): boolean {
  return ['anyOf', 'oneOf'].some((keyword) => {
    const members = listMembers(schema, keyword);
    return members.length > 0 && members.every((each) => isJsonObject(each) && (each.has('const') || each.has('enum')));
  });
}

function listMembers(schema: JsonObject, keyword: string): readonly Json[] {
  const members = schema.get(keyword);
  return isJsonArray(members) ? members : [];
}

function lowerReference(schema: JsonObject, { definitionTokens }: LoweringContext): LoweredSchema {
  const name = referredName(schema);
  const token = name === undefined ? undefined : definitionTokens.get(name);
  return lowerToText(token ?? 'unknown');
}

/** What the keywords of the schema itself say; `undefined` when they say nothing about the type. */
function lowerBase(
  schema: JsonObject,
  declared: ReadonlySet<JsonType> | undefined,
  types: ReadonlySet<JsonType> | undefined,
  context: LoweringContext,
): LoweredSchema | undefined {
  const values = schema.has('const') ? [schema.get('const') as Json] : schema.get('enum');
  if (isJsonArray(values)) return lowerValues(values, types, context.tokens);
  const told = declared ?? listImpliedTypes(schema, context.dialect);
  const possible = types ?? told;
  if (declared === undefined && ![...told].some((type) => possible.has(type))) return undefined;
  return uniteTypes([...possible].map((type) => lowerType(type, schema, context)));
}

function lowerType(type: JsonType, schema: JsonObject, context: LoweringContext): LoweredSchema {
  if (type === 'object') return lowerObject(schema, context, lowerSchema);
  if (type === 'array') return lowerArray(schema, context, lowerSchema);
  return { type };
}

function lowerValues(
  values: readonly Json[],
  types: ReadonlySet<JsonType> | undefined,
  tokens: TokenTable,
): LoweredSchema {
  const possible = values.filter((value) => types === undefined || [...types].some((type) => isOfType(value, type)));
  const literals = [...new Set(possible.map(literalType))];
  return literals.length === 0 ? lowerToText('never') : { enum: literals.map((literal) => tokens.add(literal)) };
}

function hasValueKeywords(schema: JsonObject, dialect: Dialect): boolean {
  return schema.has('const') || schema.has('enum') || listImpliedTypes(schema, dialect).size > 0;
}

function listImpliedTypes(schema: JsonObject, dialect: Dialect): ReadonlySet<JsonType> {
  const types = new Set<JsonType>();
  if (hasObjectKeywords(schema)) types.add('object');
  if (hasArrayKeywords(schema, dialect)) types.add('array');
  return types;
}

function isCompound(types: ReadonlySet<JsonType> | undefined): boolean {
  return types !== undefined && (types.has('object') || types.has('array'));
}

function narrowTypes(
  declared: ReadonlySet<JsonType> | undefined,
  around: ReadonlySet<JsonType> | undefined,
): ReadonlySet<JsonType> | undefined {
  if (declared === undefined || around === undefined) return declared ?? around;
  return new Set([...declared].filter((type) => around.has(type)));
}
