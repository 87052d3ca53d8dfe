import {
  astFromValue,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  Kind,
  print,
  typeFromAST,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type ConstValueNode,
  type FragmentDefinitionNode,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';
import { fromPlainJson, jsonObjectOf, type Json, type JsonObject } from '../../../core/model/json.js';
import { refTo } from '../../../core/schema/map-schema.js';
import { commentAbove } from './read-comment.js';
import { allowNull, describe, uploadScalar, type ScalarSchemas } from './scalars.js';

/** Types that schemas refer to, and how scalars are described. */
export interface TypeContext {
  readonly schema: GraphQLSchema;
  /** Schemas of enums and input objects, by name. */
  readonly types: Map<string, JsonObject>;
  /** Returns the schemas of a scalar. Reports an unknown one. */
  readonly scalar: (name: string, place: ASTNode) => ScalarSchemas;
  /** Reports a variable that cannot be sent. */
  readonly refuse: (place: ASTNode, message: string, help: string) => void;
}

/** Maximum number of characters of an argument that all model providers accept. */
const maxNameLength = 64;

/**
 * Describes the variables of an operation as arguments.
 * @param fragments The fragments that the operation uses.
 */
export function describeInput(
  context: TypeContext,
  operation: OperationDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
): JsonObject {
  const usages = findUsages(context.schema, [operation, ...fragments]);
  const properties = new Map<string, Json>();
  const required: string[] = [];
  for (const definition of operation.variableDefinitions ?? []) {
    const type = typeFromAST(context.schema, definition.type) as GraphQLInputType | undefined;
    if (!type) continue;
    const name = definition.variable.name.value;
    if (name.length > maxNameLength) {
      const message = `The variable \`$${name}\` has more than ${maxNameLength} characters.`;
      context.refuse(definition, message, 'Shorten it: the name is also the name of an argument.');
    }
    properties.set(name, describeVariable(context, definition, type, usages.get(name)));
    if (isNonNullType(type) && !definition.defaultValue) required.push(name);
  }
  return closedObject(properties, required);
}

function describeVariable(
  context: TypeContext,
  definition: VariableDefinitionNode,
  type: GraphQLInputType,
  usage: string | undefined,
): JsonObject {
  const description = definition.description?.value ?? commentAbove(definition) ?? usage;
  const schema = describe(inputType(context, type, definition), description);
  return definition.defaultValue ? withDefault(schema, definition.defaultValue) : schema;
}

/** Finds the descriptions of the arguments and fields that get variables, by variable. */
function findUsages(schema: GraphQLSchema, nodes: readonly ASTNode[]): ReadonlyMap<string, string> {
  const usages = new Map<string, string>();
  const info = new TypeInfo(schema);
  let field: GraphQLInputField | undefined;
  const visitor = visitWithTypeInfo(info, {
    ObjectField: {
      enter(node) {
        const parent = getNamedType(info.getParentInputType());
        field = isInputObjectType(parent) ? parent.getFields()[node.name.value] : undefined;
      },
      leave() {
        field = undefined;
      },
    },
    Variable({ name }) {
      // The argument of `@include` says nothing about a variable.
      const argument = info.getDirective() ? undefined : info.getArgument();
      const description = field?.description ?? argument?.description;
      if (description && !usages.has(name.value)) usages.set(name.value, description);
    },
  });
  for (const node of nodes) visit(node, visitor);
  return usages;
}

/** @param place Node to report problems of the type at. */
function inputType(context: TypeContext, type: GraphQLInputType, place: ASTNode): JsonObject {
  if (isNonNullType(type)) return plainType(context, type.ofType as GraphQLInputType, place);
  return allowNull(plainType(context, type, place));
}

function plainType(context: TypeContext, type: GraphQLInputType, place: ASTNode): JsonObject {
  if (isListType(type)) {
    return jsonObjectOf({ type: 'array', items: inputType(context, type.ofType as GraphQLInputType, place) });
  }
  if (isScalarType(type)) {
    if (type.name === uploadScalar) {
      context.refuse(place, 'Files cannot be sent: a variable has the type `Upload`.', 'Remove the variable.');
      return new Map();
    }
    return context.scalar(type.name, place).input;
  }
  if (isEnumType(type)) return referToEnum(context, type);
  if (!isInputObjectType(type)) return new Map();
  if (!context.types.has(type.name)) {
    // Known before its fields are described: they can refer to it.
    context.types.set(type.name, new Map());
    context.types.set(type.name, describeObject(context, type, place));
  }
  return jsonObjectOf({ $ref: refTo(type.name) });
}

/** Returns a reference to an enum, which is described at the first reference. */
export function referToEnum({ types }: TypeContext, type: GraphQLEnumType): JsonObject {
  if (!types.has(type.name)) {
    const values = type.getValues();
    const schema = jsonObjectOf({ type: 'string', enum: values.map(({ name }) => name) });
    types.set(type.name, describe(schema, describeEnum(type)));
  }
  return jsonObjectOf({ $ref: refTo(type.name) });
}

/** Maximum number of characters in the descriptions of the values of an enum; longer ones are omitted. */
const maxValues = 1500;

function describeEnum(type: GraphQLEnumType): string {
  const values = type.getValues().flatMap(({ name, description }) => {
    const text = description?.trim().replaceAll(/\s+/gu, ' ') ?? '';
    return text === '' ? [] : [`- ${name}: ${text}`];
  });
  const listed = values.join('\n');
  return [type.description?.trim() ?? '', listed.length > maxValues ? '' : listed].join('\n').trim();
}

function describeObject(context: TypeContext, type: GraphQLInputObjectType, place: ASTNode): JsonObject {
  const fields = Object.values(type.getFields());
  if (type.isOneOf) {
    const branches = fields.map((field) => {
      const schema = describe(plainType(context, field.type, place), field.description);
      return closedObject(new Map([[field.name, schema]]), [field.name]);
    });
    return describe(jsonObjectOf({ oneOf: branches }), type.description);
  }
  const properties = new Map(fields.map((field) => [field.name, describeField(context, field, place)]));
  const required = fields.filter(({ type: own, defaultValue }) => isNonNullType(own) && defaultValue === undefined);
  return describe(
    closedObject(
      properties,
      required.map(({ name }) => name),
    ),
    type.description,
  );
}

function closedObject(properties: JsonObject, required: readonly string[]): JsonObject {
  return jsonObjectOf({
    type: 'object',
    properties,
    required: required.length > 0 ? required : undefined,
    additionalProperties: false,
  });
}

function describeField(context: TypeContext, field: GraphQLInputField, place: ASTNode): JsonObject {
  const { description, deprecationReason, defaultValue, type } = field;
  const schema = describe(inputType(context, type, place), description);
  const value = toAst(defaultValue, type);
  const withValue = value ? withDefault(schema, value) : schema;
  return deprecationReason ? new Map([...withValue, ['deprecated', true]]) : withValue;
}

/** Returns a default as written in a schema; `undefined` for none, and for objects of custom scalars. */
function toAst(value: unknown, type: GraphQLInputType): ConstValueNode | undefined {
  try {
    return value === undefined ? undefined : ((astFromValue(value, type) as ConstValueNode | null) ?? undefined);
  } catch {
    return undefined;
  }
}

/** Adds a default. Integers beyond those that a number can hold are omitted. */
function withDefault(schema: JsonObject, value: ConstValueNode): JsonObject {
  if (value.kind === Kind.INT && !Number.isSafeInteger(Number(print(value)))) return schema;
  return new Map([...schema, ['default', fromPlainJson(valueFromASTUntyped(value) ?? null)]]);
}
