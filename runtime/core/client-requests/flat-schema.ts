import type { ChoiceField, FieldSchema, RequestedSchema, StringField } from '../api/handler-context.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { protocolFeatures } from '../../wire/protocol-features.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';

const formats: ReadonlySet<unknown> = new Set([undefined, 'email', 'uri', 'date', 'date-time']);

/**
 * Checks that clients can show a schema as a form.
 *
 * @throws TypeError that names the property.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export function assertFlatSchema(schema: unknown): asserts schema is RequestedSchema {
  const problem = findProblem(schema);
  if (problem !== undefined) throw new TypeError(`An elicitation schema must be flat: ${problem}`);
}

/** Whether a form has a multi-select field, which protocol versions before 2025-11-25 do not support. */
export function hasChoices(schema: unknown): boolean {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  return (
    isJsonObject(properties) && Object.values(properties).some((each) => isJsonObject(each) && each['type'] === 'array')
  );
}

function findProblem(schema: unknown): string | undefined {
  if (!isJsonObject(schema) || schema['type'] !== 'object') return 'its type must be "object"';
  const { properties, required = [] } = schema;
  if (!isJsonObject(properties)) return 'it must have properties';
  const wrong = Object.keys(properties).find((name) => !isField(properties[name]));
  if (wrong !== undefined) return `"${wrong}" must be a string, number, boolean or enum field`;
  const isNamed = (name: unknown): boolean => typeof name === 'string' && Object.hasOwn(properties, name);
  return Array.isArray(required) && required.every(isNamed)
    ? undefined
    : '"required" must be an array of property names from the schema';
}

function isField(field: unknown): boolean {
  if (!isJsonObject(field)) return false;
  const { type, format, pattern, enum: names = [], oneOf = [], items } = field;
  switch (type) {
    case 'string':
      return formats.has(format) && isPattern(pattern) && areNames(names) && areTitled(oneOf);
    case 'number':
    case 'integer':
    case 'boolean':
      return true;
    case 'array':
      if (!isJsonObject(items)) return false;
      return items['enum'] === undefined
        ? areTitled(items['anyOf'])
        : items['type'] === 'string' && areNames(items['enum']);
    default:
      return false;
  }
}

function isPattern(pattern: unknown): boolean {
  try {
    return pattern === undefined || (typeof pattern === 'string' && new RegExp(pattern, 'u').source !== '');
  } catch {
    return false;
  }
}

function areNames(choices: unknown): boolean {
  return Array.isArray(choices) && choices.every((choice) => typeof choice === 'string');
}

function areTitled(choices: unknown): boolean {
  return (
    Array.isArray(choices) &&
    choices.every(
      (choice) => isJsonObject(choice) && typeof choice['const'] === 'string' && typeof choice['title'] === 'string',
    )
  );
}

/**
 * Converts the schema of a form to a protocol version. 2025-06-18 uses another name for the titles of choices, allows
 * only boolean defaults, and has no patterns.
 *
 * @see https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation#requested-schema
 */
export function lowerSchema(schema: RequestedSchema, protocolVersion: ProtocolVersion): JsonObject {
  if (protocolFeatures[protocolVersion].elicitation !== 'forms') return { ...schema };
  const { type, properties, required } = schema;
  const lowered = Object.entries(properties).map(([name, field]) => [name, lowerField(field)] as const);
  return { type, properties: Object.fromEntries(lowered), ...(required === undefined ? {} : { required }) };
}

function lowerField(field: FieldSchema): JsonObject {
  if (field.type === 'boolean') return { ...field };
  const { default: _default, pattern: _pattern, ...rest }: FieldSchema & Pick<StringField, 'pattern'> = field;
  if (!isTitledChoice(field)) return rest;
  const { oneOf: _oneOf, ...described } = rest as ChoiceField;
  return {
    ...described,
    enum: field.oneOf.map((choice) => choice.const),
    enumNames: field.oneOf.map((choice) => choice.title),
  };
}

function isTitledChoice(field: FieldSchema): field is ChoiceField & Required<Pick<ChoiceField, 'oneOf'>> {
  return 'oneOf' in field && field.oneOf !== undefined;
}
