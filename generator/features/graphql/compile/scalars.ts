import { jsonObjectOf, type JsonObject } from '../../../core/model/json.js';

/** JSON Schemas of a scalar as a variable and in a response. */
export interface ScalarSchemas {
  readonly input: JsonObject;
  readonly output: JsonObject;
}

const same = (schema: JsonObject): ScalarSchemas => ({ input: schema, output: schema });
const string = jsonObjectOf({ type: 'string' });

/** Strings whose format is only stated: servers may send other forms. */
const formatted = (format: string): ScalarSchemas => ({
  input: jsonObjectOf({ type: 'string', format }),
  output: string,
});

const integerOrString = same(jsonObjectOf({ type: ['integer', 'string'] }));
const numberOrString = same(jsonObjectOf({ type: ['number', 'string'] }));
const any = same(new Map());

/** Scalars of the specification, and names that many schemas use. */
const defaultScalars: { readonly [name: string]: ScalarSchemas } = {
  String: same(string),
  ID: same(string),
  Int: same(jsonObjectOf({ type: 'integer' })),
  Float: same(jsonObjectOf({ type: 'number' })),
  Boolean: same(jsonObjectOf({ type: 'boolean' })),
  DateTime: formatted('date-time'),
  Date: formatted('date'),
  Time: same(string),
  Duration: same(string),
  URI: formatted('uri'),
  URL: formatted('uri'),
  UUID: formatted('uuid'),
  Email: formatted('email'),
  EmailAddress: formatted('email'),
  HTML: same(string),
  Markdown: same(string),
  Base64String: same(string),
  BigInt: integerOrString,
  Long: integerOrString,
  UnsignedInt64: integerOrString,
  Decimal: numberOrString,
  BigDecimal: numberOrString,
  JSON: any,
  JSONObject: same(jsonObjectOf({ type: 'object' })),
  JSONString: same(string),
  Void: any,
};

/** Returns the schemas of a scalar; `undefined` if neither the definition nor {@link defaultScalars} has it. */
export function findScalar(name: string, configured: ReadonlyMap<string, JsonObject>): ScalarSchemas | undefined {
  const schema = configured.get(name);
  if (schema) return same(schema);
  return Object.hasOwn(defaultScalars, name) ? defaultScalars[name] : undefined;
}

/** Scalar of files, which JSON requests cannot contain. */
export const uploadScalar = 'Upload';

/** Allows `null` in addition to the values of a schema. */
export function allowNull(schema: JsonObject): JsonObject {
  if (schema.size === 0) return schema;
  const type = schema.get('type');
  const isPlain = !schema.has('enum') && !schema.has('const') && !schema.has('oneOf');
  if (isPlain && typeof type === 'string') return new Map([...schema, ['type', [type, 'null']]]);
  if (isPlain && Array.isArray(type)) return new Map([...schema, ['type', [...type, 'null']]]);
  const { description, ...rest } = Object.fromEntries(schema);
  return jsonObjectOf({ description, anyOf: [jsonObjectOf(rest), jsonObjectOf({ type: 'null' })] });
}

/** Adds a description to a schema, unless it is empty. */
export function describe(schema: JsonObject, description: string | null | undefined): JsonObject {
  const text = description?.trim() ?? '';
  return text === '' ? schema : new Map([...schema, ['description', text]]);
}
