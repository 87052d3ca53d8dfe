import type { ChoiceField, FieldSchema, RequestedSchema, StringField } from '../api/handler-context.js';
import type { JsonObject } from '../protocol/json-object.js';
import { revisionFeatures, type Revision } from '../protocol/revisions.js';

/**
 * The schema of a form in the words of a revision. The first one with forms knows titles of choices under another name,
 * defaults of booleans only, and no patterns.
 *
 * @see https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation#requested-schema
 */
export function lowerSchema(schema: RequestedSchema, revision: Revision): JsonObject {
  if (revisionFeatures[revision].elicitation !== 'forms') return { ...schema };
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
