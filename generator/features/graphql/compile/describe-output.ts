import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { arrayAt, jsonObjectOf, objectAt, type Json, type JsonObject } from '../../../core/model/json.js';
import { referToEnum, type TypeContext } from './describe-input.js';
import type { Fragments } from './measure-operation.js';
import { allowNull, describe } from './scalars.js';

/** Context of the output schema of one operation. */
export interface OutputContext extends TypeContext {
  readonly fragments: Fragments;
  /** Selection sets to which the sent document adds `__typename`. */
  readonly typenames: Set<SelectionSetNode>;
  /** Counts the objects described so far. Described alternatives multiply with each level. */
  readonly budget: { objects: number };
}

/** Maximum number of objects in an output schema. */
const maxObjects = 5000;

/** Maximum number of types that an alternative lists by name. */
const maxTypeNames = 40;

/** Thrown if an output schema would have too many objects. */
export class OutputTooLarge extends Error {}

/** A selection set, with whether a directive can exclude it. */
interface Selected {
  readonly set: SelectionSetNode;
  readonly isConditional: boolean;
}

/** Fields with one key of a response. They are merged. */
interface Collected {
  readonly nodes: readonly FieldNode[];
  /** Whether a directive can exclude each node. */
  readonly conditions: readonly boolean[];
}

/** Describes the data that an operation returns. @throws OutputTooLarge */
export function describeOutput(context: OutputContext, operation: OperationDefinitionNode): JsonObject {
  const root = context.schema.getRootType(operation.operation);
  if (!root) return jsonObjectOf({ type: 'object' });
  return describeObject(context, root, collect(context, root, [{ set: operation.selectionSet, isConditional: false }]));
}

function describeComposite(
  context: OutputContext,
  type: GraphQLCompositeType,
  selected: readonly Selected[],
): JsonObject {
  if (isObjectType(type)) return describeObject(context, type, collect(context, type, selected));
  const groups = groupTypes(context, type, selected);
  const [first] = groups;
  if (!first) return jsonObjectOf({ type: 'object' });
  if (groups.length === 1) return describeGroup(context, first, groups);
  for (const { set } of selected) if (!selectsTypename(set)) context.typenames.add(set);
  return jsonObjectOf({ anyOf: groups.map((group) => describeGroup(context, group, groups)) });
}

/** Types of an interface or union for which the same fields are selected. */
interface TypeGroup {
  readonly types: readonly GraphQLObjectType[];
  readonly fields: ReadonlyMap<string, Collected>;
}

/** Groups the types of an interface or union by their selected fields. The largest group comes last. */
function groupTypes(
  context: OutputContext,
  type: GraphQLCompositeType,
  selected: readonly Selected[],
): readonly TypeGroup[] {
  const ids = new Map<FieldNode, number>();
  const idOf = (node: FieldNode): number => ids.get(node) ?? ids.set(node, ids.size).size - 1;
  const groups = new Map<string, { readonly types: GraphQLObjectType[]; readonly fields: TypeGroup['fields'] }>();
  const possible = isAbstractType(type) ? context.schema.getPossibleTypes(type) : [];
  for (const each of possible) {
    const fields = collect(context, each, selected);
    const parts = [...fields].map(([name, { nodes, conditions }]) => {
      // Types can narrow the type of a field of their interface.
      const fieldType = findField(each, nodes[0]?.name.value ?? '')?.type;
      return `${name}:${String(fieldType)}:${nodes.map((node, index) => `${idOf(node)}${conditions[index] ? '?' : ''}`).join(',')}`;
    });
    const key = parts.join(' ');
    const group = groups.get(key) ?? { types: [], fields };
    groups.set(key, group);
    group.types.push(each);
  }
  return [...groups.values()].toSorted((one, other) => one.types.length - other.types.length);
}

/** Describes one alternative of an interface or union; `__typename` tells alternatives apart. */
function describeGroup(context: OutputContext, { types, fields }: TypeGroup, groups: readonly TypeGroup[]): JsonObject {
  const [first] = types;
  if (!first) return jsonObjectOf({ type: 'object' });
  const object = describeObject(context, first, fields, types);
  if (groups.length === 1) return object;
  const others = groups.flatMap((group) => (group.types === types ? [] : group.types.map(({ name }) => name)));
  const names = types.map(({ name }) => name);
  const typename =
    names.length <= maxTypeNames
      ? listNames(names)
      : jsonObjectOf({ type: 'string', not: jsonObjectOf({ enum: others }) });
  const required = objectTexts(object, 'required').filter((key) => key !== '__typename');
  return new Map<string, Json>([
    ...object,
    ['properties', new Map([['__typename', typename], ...withoutTypename(objectAt(object, 'properties'))])],
    ['required', ['__typename', ...required]],
  ]);
}

function objectTexts(object: JsonObject, key: string): readonly string[] {
  return arrayAt(object, key).map(String);
}

function withoutTypename(properties: JsonObject): readonly (readonly [string, Json])[] {
  return [...properties].filter(([key]) => key !== '__typename');
}

function listNames(names: readonly string[]): JsonObject {
  const [only] = names;
  return names.length === 1 && only !== undefined
    ? jsonObjectOf({ type: 'string', const: only })
    : jsonObjectOf({ type: 'string', enum: names });
}

/** @param types Types that the object can have, if it is one of several. */
function describeObject(
  context: OutputContext,
  type: GraphQLObjectType,
  fields: ReadonlyMap<string, Collected>,
  types: readonly GraphQLObjectType[] = [type],
): JsonObject {
  context.budget.objects += 1;
  if (context.budget.objects > maxObjects) throw new OutputTooLarge();
  const properties = new Map<string, Json>();
  const required: string[] = [];
  for (const [key, collected] of fields) {
    properties.set(key, describeField(context, type, collected, types));
    if (!collected.conditions.every(Boolean)) required.push(key);
  }
  return jsonObjectOf({
    type: 'object',
    properties,
    required: required.length > 0 ? required : undefined,
    additionalProperties: false,
  });
}

function describeField(
  context: OutputContext,
  type: GraphQLObjectType,
  { nodes, conditions }: Collected,
  types: readonly GraphQLObjectType[],
): JsonObject {
  const [node] = nodes;
  const name = node?.name.value ?? '';
  if (!node || name === '__typename') {
    return types.length <= maxTypeNames ? listNames(types.map((each) => each.name)) : jsonObjectOf({ type: 'string' });
  }
  const field = findField(type, name);
  if (!field) return new Map();
  const isOnly = nodes.length === 1;
  const selected = nodes.flatMap(({ selectionSet }, index): readonly Selected[] =>
    // A directive on the only field decides about the field itself.
    selectionSet ? [{ set: selectionSet, isConditional: !isOnly && conditions[index] === true }] : [],
  );
  return describe(outputType(context, field.type, selected, node), field.description);
}

function findField(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> | undefined {
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  return name === TypeMetaFieldDef.name ? TypeMetaFieldDef : type.getFields()[name];
}

function outputType(
  context: OutputContext,
  type: GraphQLOutputType,
  selected: readonly Selected[],
  node: FieldNode,
): JsonObject {
  if (isNonNullType(type)) return plainType(context, type.ofType as GraphQLOutputType, selected, node);
  return allowNull(plainType(context, type, selected, node));
}

function plainType(
  context: OutputContext,
  type: GraphQLOutputType,
  selected: readonly Selected[],
  node: FieldNode,
): JsonObject {
  if (isListType(type)) {
    return jsonObjectOf({
      type: 'array',
      items: outputType(context, type.ofType as GraphQLOutputType, selected, node),
    });
  }
  const named = getNamedType(type);
  if (isScalarType(named)) return context.scalar(named.name, node).output;
  if (isEnumType(named)) return referToEnum(context, named);
  return isCompositeType(named) ? describeComposite(context, named, selected) : new Map();
}

/** Collects the fields that selection sets have for a type, by key of the response. */
function collect(
  context: OutputContext,
  type: GraphQLObjectType,
  selected: readonly Selected[],
): ReadonlyMap<string, Collected> {
  const found = new Map<string, { readonly nodes: FieldNode[]; readonly conditions: boolean[] }>();
  const visit = (set: SelectionSetNode, isConditional: boolean): void => {
    for (const selection of set.selections) {
      const condition = readCondition(selection);
      if (condition === 'never') continue;
      const isOptional = isConditional || condition === 'sometimes';
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const collected = found.get(key) ?? { nodes: [], conditions: [] };
        found.set(key, collected);
        collected.nodes.push(selection);
        collected.conditions.push(isOptional);
        continue;
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : context.fragments.get(selection.name.value);
      if (fragment && applies(context, fragment.typeCondition?.name.value, type)) {
        visit(fragment.selectionSet, isOptional);
      }
    }
  };
  for (const { set, isConditional } of selected) visit(set, isConditional);
  return found;
}

/** Whether a fragment with a type condition applies to a type. */
function applies({ schema }: OutputContext, condition: string | undefined, type: GraphQLObjectType): boolean {
  if (condition === undefined || condition === type.name) return true;
  const declared = schema.getType(condition);
  return isAbstractType(declared) && schema.isSubType(declared, type);
}

/** Reads `@skip` and `@include`. */
function readCondition({ directives = [] }: SelectionNode): 'always' | 'sometimes' | 'never' {
  let isCertain = true;
  for (const { name, arguments: given = [] } of directives) {
    if (name.value !== 'skip' && name.value !== 'include') continue;
    const value = given.find((argument) => argument.name.value === 'if')?.value;
    if (value?.kind !== Kind.BOOLEAN) isCertain = false;
    else if (value.value === (name.value === 'skip')) return 'never';
  }
  return isCertain ? 'always' : 'sometimes';
}

/** Whether a selection set has `__typename` itself, for every type and without a directive. */
function selectsTypename({ selections }: SelectionSetNode): boolean {
  return selections.some(
    (each) =>
      each.kind === Kind.FIELD &&
      each.name.value === '__typename' &&
      (each.alias === undefined || each.alias.value === '__typename') &&
      readCondition(each) === 'always',
  );
}
