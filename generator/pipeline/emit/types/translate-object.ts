import { arrayAt, isJsonObject, objectAt, type JsonObject } from '../../../core/model/json.js';
import { typePropertyName } from '../../../core/code/escape.js';
import {
  enterMember,
  typeText,
  uniteTypes,
  type ObjectType,
  type TokenTable,
  type TranslateMember,
  type TypeContext,
  type TypeSchema,
} from './type-schema.js';

/** Property of an object type, with its name in the definition. */
export interface PropertyType {
  readonly name: string;
  readonly isRequired: boolean;
  /** Whether a default is filled in: handlers always get the property, but clients can omit it. */
  readonly isFilled?: boolean;
  readonly type: TypeSchema;
}

/** Patterns that all property names match. */
const anyNamePatterns = new Set(['', '.*', '^.*$', '.+', '^.+$']);

/** Whether a schema without `type` has object keywords. */
export function hasObjectKeywords(schema: JsonObject): boolean {
  return (
    schema.has('additionalProperties') ||
    ['properties', 'patternProperties'].some((keyword) => objectAt(schema, keyword).size > 0) ||
    readRequired(schema).length > 0 ||
    listConditionalNames(schema).length > 0
  );
}

/**
 * Translates a schema to an object type. Includes required properties without a schema and, as optional properties,
 * those that only conditional subschemas (`then`, `else`, `dependentSchemas`) declare. The type has an index signature
 * if the schema describes undeclared properties or declares no properties.
 */
export function translateObject(schema: JsonObject, context: TypeContext, translate: TranslateMember): ObjectType {
  const required = new Set(readRequired(schema));
  const declared = objectAt(schema, 'properties');
  const memberContext = enterMember(context);
  const properties: PropertyType[] = [...declared].map(([name, member]) => ({
    name,
    isRequired: required.has(name),
    isFilled: !required.has(name) && context.fillsDefaults && isJsonObject(member) && member.has('default'),
    type: translate(member, memberContext),
  }));
  for (const name of required) {
    if (declared.has(name)) continue;
    properties.push({
      name,
      isRequired: true,
      type: translateOtherProperties(schema, context, translate) ?? typeText('unknown'),
    });
  }
  const index = translateOtherProperties(schema, context, translate);
  if (index === undefined) {
    const declaredNames = new Set(properties.map(({ name }) => name));
    const conditional = listConditionalNames(schema).filter((name) => !declaredNames.has(name));
    properties.push(...conditional.map((name) => ({ name, isRequired: false, type: typeText('unknown') })));
  }
  const isClosed = schema.get('additionalProperties') === false;
  return objectType(properties, context.tokens, index, isClosed ? 'never' : 'unknown');
}

/**
 * Creates an object type.
 * @param index Type of undeclared properties. Default: no index signature.
 * @param fallback Type of the index signature if there is neither a property nor `index`.
 */
export function objectType(
  properties: readonly PropertyType[],
  tokens: TokenTable,
  index: TypeSchema | undefined,
  fallback: 'never' | 'unknown',
): ObjectType {
  const tokenOf = ({ name, isFilled }: PropertyType): string =>
    isFilled === true ? tokens.addFilled(typePropertyName(name)) : tokens.add(typePropertyName(name));
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map((property) => [tokenOf(property), property.type])),
    required: properties.filter(({ isRequired, isFilled }) => isRequired || isFilled === true).map(tokenOf),
    additionalProperties: index ?? (properties.length === 0 && typeText(fallback)),
  };
}

/** Returns the type of undeclared properties; `undefined` if the schema does not describe them. */
function translateOtherProperties(
  schema: JsonObject,
  context: TypeContext,
  translate: TranslateMember,
): TypeSchema | undefined {
  const member = enterMember(context);
  const patterns = objectAt(schema, 'patternProperties');
  const additional = schema.get('additionalProperties');
  const schemas = [...patterns.values(), ...(isJsonObject(additional) || additional === true ? [additional] : [])];
  if (schemas.length === 0) return undefined;
  const isOpen = additional === undefined && ![...patterns.keys()].some((pattern) => anyNamePatterns.has(pattern));
  return isOpen ? typeText('unknown') : uniteTypes(schemas.map((other) => translate(other, member)));
}

/** Lists properties of conditional subschemas. */
function listConditionalNames(schema: JsonObject): readonly string[] {
  const dependent = ['dependentSchemas', 'dependencies'].flatMap((keyword) => [...objectAt(schema, keyword).values()]);
  const branches = [schema.get('then'), schema.get('else'), ...dependent];
  return branches.flatMap((branch) => (isJsonObject(branch) ? [...objectAt(branch, 'properties').keys()] : []));
}

function readRequired(schema: JsonObject): readonly string[] {
  return arrayAt(schema, 'required').filter((name) => typeof name === 'string');
}
