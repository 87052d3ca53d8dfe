import { isJsonObject, jsonObjectOf, type Json } from '../../core/model/json.js';
import type { SchemaModel } from '../../core/model/model.js';

const text = jsonObjectOf({ type: 'string' });

/** Schema of a request that is described instead of sent. */
const described = jsonObjectOf({
  type: 'object',
  description: 'Dry run: the request that the call would send.',
  properties: jsonObjectOf({
    dryRun: jsonObjectOf({ const: true }),
    request: jsonObjectOf({
      type: 'object',
      properties: jsonObjectOf({
        method: text,
        url: text,
        headers: jsonObjectOf({ type: 'object', additionalProperties: text }),
        body: text,
      }),
      required: ['method', 'url', 'headers'],
    }),
  }),
  required: ['dryRun', 'request'],
});

/** Adds the description of a request to the results of a tool that calls an API. */
export function withDescribedRequest(output: SchemaModel): SchemaModel {
  const { schema } = output;
  if (schema === true) return output;
  const isObject = isJsonObject(schema) && schema.get('type') === 'object';
  const members: readonly (readonly [string, Json])[] = [['anyOf', [schema, described]]];
  return { ...output, schema: new Map([...(isObject ? [['type', 'object'] as const] : []), ...members]) };
}
