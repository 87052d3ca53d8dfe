import { revisionFeatures } from '../protocol/revisions.js';
/**
 * The schema of a form in the words of a revision. The first one with forms knows titles of choices under another name,
 * defaults of booleans only, and no patterns.
 *
 * @see https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation#requested-schema
 */
export function lowerSchema(schema, revision) {
    if (revisionFeatures[revision].elicitation !== 'forms')
        return { ...schema };
    const { type, properties, required } = schema;
    const lowered = Object.entries(properties).map(([name, field]) => [name, lowerField(field)]);
    return { type, properties: Object.fromEntries(lowered), ...(required === undefined ? {} : { required }) };
}
function lowerField(field) {
    if (field.type === 'boolean')
        return { ...field };
    const { default: _default, pattern: _pattern, ...rest } = field;
    if (!isTitledChoice(field))
        return rest;
    const { oneOf: _oneOf, ...described } = rest;
    return {
        ...described,
        enum: field.oneOf.map((choice) => choice.const),
        enumNames: field.oneOf.map((choice) => choice.title),
    };
}
function isTitledChoice(field) {
    return 'oneOf' in field && field.oneOf !== undefined;
}
