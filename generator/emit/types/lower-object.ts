import type { Json, JsonObject } from '../../model/json.js';
import { isJsonArray, isJsonObject } from '../../model/json.js';
import type { LoweredObject, LoweredSchema } from './lowered-schema.js';
import { lowerToText, uniteTypes } from './lowered-schema.js';
import { typePropertyName } from '../../code/escape.js';
import type { LowerMember, LoweringContext } from './lowering-context.js';
import { enterMember } from './lowering-context.js';
import type { TokenTable } from './token-table.js';

/** A property of an object type, by its name in the definition. */
export interface LoweredProperty {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: LoweredSchema;
}

/** Patterns that property names always fit: authors write them for "any name". */
const anyNamePatterns = new Set(['', '.*', '^.*$', '.+', '^.+$']);

/** Whether a schema without `type` speaks of objects. */
export function hasObjectKeywords(schema: JsonObject): boolean {
  return (
    schema.has('additionalProperties') ||
    ['properties', 'patternProperties'].some((keyword) => readMap(schema, keyword).size > 0) ||
    readRequired(schema).length > 0 ||
    listConditionalNames(schema).length > 0
  );
}

/**
 * The type of the objects that a schema admits. Required properties without a schema are in it, and so are (as optional
 * ones) those that only conditional subschemas (`then`, `else`, `dependentSchemas`) know. There is an index signature where the schema speaks
 * of other properties or of none at all.
 */
export function lowerObject(schema: JsonObject, context: LoweringContext, lower: LowerMember): LoweredObject {
  const required = new Set(readRequired(schema));
  const declared = readMap(schema, 'properties');
  const properties: LoweredProperty[] = [...declared].map(([name, member]) => ({
    name,
    isRequired: required.has(name) || (context.fillsDefaults && isJsonObject(member) && member.has('default')),
    type: lower(member, enterMember(context)),
  }));
  for (const name of required) {
    if (declared.has(name)) continue;
    properties.push({
      name,
      isRequired: true,
      type: lowerOtherProperties(schema, context, lower) ?? lowerToText('unknown'),
    });
  }
  const index = lowerOtherProperties(schema, context, lower);
  if (index === undefined) {
    const known = new Set(properties.map(({ name }) => name));
    const conditional = listConditionalNames(schema).filter((name) => !known.has(name));
    properties.push(...conditional.map((name) => ({ name, isRequired: false, type: lowerToText('unknown') })));
  }
  const isClosed = schema.get('additionalProperties') === false;
  return buildObject(properties, context.tokens, index, isClosed ? 'never' : 'unknown');
}

/**
 * An object type.
 *
 * @param index Type of the properties that are not listed; without it there is no index signature.
 * @param fallback What the index signature says when there is neither a property nor an `index`.
 */
export function buildObject(
  properties: readonly LoweredProperty[],
  tokens: TokenTable,
  index: LoweredSchema | undefined,
  fallback: 'never' | 'unknown',
): LoweredObject {
  const members = properties.map((property) => ({ ...property, token: tokens.add(typePropertyName(property.name)) }));
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(({ token, type }) => [token, type])),
    required: members.filter(({ isRequired }) => isRequired).map(({ token }) => token),
    additionalProperties: index ?? (properties.length === 0 && lowerToText(fallback)),
  };
}

/** The type of the properties that are not declared; `undefined`: the type does not speak of them. */
function lowerOtherProperties(
  schema: JsonObject,
  context: LoweringContext,
  lower: LowerMember,
): LoweredSchema | undefined {
  const member = enterMember(context);
  const patterns = readMap(schema, 'patternProperties');
  const additional = schema.get('additionalProperties');
  const schemas = [...patterns.values(), ...(isJsonObject(additional) || additional === true ? [additional] : [])];
  if (schemas.length === 0) return undefined;
  const isOpen = additional === undefined && ![...patterns.keys()].some((pattern) => anyNamePatterns.has(pattern));
  return isOpen ? lowerToText('unknown') : uniteTypes(schemas.map((other) => lower(other, member)));
}

/** Properties that only conditional subschemas declare. */
function listConditionalNames(schema: JsonObject): string[] {
  const dependent = ['dependentSchemas', 'dependencies'].flatMap((keyword) => [...readMap(schema, keyword).values()]);
  const branches = [schema.get('then'), schema.get('else'), ...dependent];
  return branches.flatMap((branch) => (isJsonObject(branch) ? [...readMap(branch, 'properties').keys()] : []));
}

function readMap(schema: JsonObject, keyword: string): JsonObject {
  const value = schema.get(keyword);
  return isJsonObject(value) ? value : new Map<string, Json>();
}

function readRequired(schema: JsonObject): string[] {
  const required = schema.get('required');
  return isJsonArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
