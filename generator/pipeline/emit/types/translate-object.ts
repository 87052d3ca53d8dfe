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

/** A property of an object type, by its name in the definition. */
export interface PropertyType {
  readonly name: string;
  readonly isRequired: boolean;
  /** A default is filled: handlers always get the property, clients may leave it out. */
  readonly isFilled?: boolean;
  readonly type: TypeSchema;
}

/** Patterns that property names always fit: authors write them for "any name". */
const anyNamePatterns = new Set(['', '.*', '^.*$', '.+', '^.+$']);

/** Whether a schema without `type` speaks of objects. */
export function hasObjectKeywords(schema: JsonObject): boolean {
  return (
    schema.has('additionalProperties') ||
    ['properties', 'patternProperties'].some((keyword) => objectAt(schema, keyword).size > 0) ||
    readRequired(schema).length > 0 ||
    listConditionalNames(schema).length > 0
  );
}

/**
 * The type of the objects that a schema admits. Required properties without a schema are in it, and so are (as optional
 * ones) those that only conditional subschemas (`then`, `else`, `dependentSchemas`) know. There is an index signature where the schema speaks
 * of other properties or of none at all.
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
 * An object type.
 *
 * @param index Type of the properties that are not listed; without it there is no index signature.
 * @param fallback What the index signature says when there is neither a property nor an `index`.
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

/** The type of the properties that are not declared; `undefined`: the type does not speak of them. */
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

/** Properties that only conditional subschemas declare. */
function listConditionalNames(schema: JsonObject): readonly string[] {
  const dependent = ['dependentSchemas', 'dependencies'].flatMap((keyword) => [...objectAt(schema, keyword).values()]);
  const branches = [schema.get('then'), schema.get('else'), ...dependent];
  return branches.flatMap((branch) => (isJsonObject(branch) ? [...objectAt(branch, 'properties').keys()] : []));
}

function readRequired(schema: JsonObject): readonly string[] {
  return arrayAt(schema, 'required').filter((name) => typeof name === 'string');
}
