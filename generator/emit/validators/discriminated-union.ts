import { _, str, stringify, type Code, type KeywordCxt, type KeywordErrorDefinition } from 'ajv';
import { getProperty, or } from 'ajv/dist/compile/codegen/index.js';
import { reportError } from 'ajv/dist/compile/errors.js';
import { getErrorPath } from 'ajv/dist/compile/util.js';

/** Property that tells the branches of a union apart. */
export interface Discriminator {
  readonly property: string;
  /** Values of the property, for each branch. */
  readonly values: readonly (readonly string[])[];
}

/**
 * Finds the discriminator of `anyOf` or `oneOf`: a property that all branches require, each with other strings. All branches must
 * be objects. Returns `undefined` when there is none, and where evaluated properties are tracked.
 */
export function findDiscriminator({ schema, it }: KeywordCxt): Discriminator | undefined {
  if (!Array.isArray(schema) || schema.length < 2 || it.opts.unevaluated === true) return undefined;
  const branches = schema.map((branch: unknown) => followReference(branch, it.self.schemas));
  const candidates = requiredOf(branches[0]);
  return candidates
    .map((property) => ({ property, values: branches.map((branch) => listTags(branch, property)) }))
    .find(({ values }) => {
      const all = values.flat();
      return values.every((own) => own.length > 0) && new Set(all).size === all.length;
    });
}

/** Schemas of the compiler, by URI. */
type Schemas = { readonly [uri: string]: { readonly schema: unknown } | undefined };

function followReference(branch: unknown, schemas: Schemas): unknown {
  // A reference that leads back to itself ends somewhere.
  for (let [schema, steps] = [branch, 0]; steps < 10; steps++) {
    if (!isObject(schema) || typeof schema['$ref'] !== 'string' || Object.keys(schema).length > 1) return schema;
    schema = schemas[schema['$ref']]?.schema;
  }
  return undefined;
}

function requiredOf(branch: unknown): readonly string[] {
  const required = isObject(branch) && branch['type'] === 'object' ? branch['required'] : undefined;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** The strings that a branch allows for a required property; none when it allows anything else. */
function listTags(branch: unknown, property: string): readonly string[] {
  if (!isObject(branch) || !requiredOf(branch).includes(property)) return [];
  const { properties } = branch;
  const tag = isObject(properties) && Object.hasOwn(properties, property) ? properties[property] : undefined;
  if (!isObject(tag)) return [];
  const values: readonly unknown[] = Array.isArray(tag['enum']) ? tag['enum'] : [tag['const']];
  return values.every((value) => typeof value === 'string') ? values : [];
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Writes code that validates only the branch that the discriminator names. */
export function validateTagged(context: KeywordCxt, { property, values }: Discriminator): void {
  const { gen, data, keyword } = context;
  const valid = gen.let('valid', false);
  const branchValid = gen.name('_valid');
  const validateBranch = (): void => {
    const tag = gen.const('tag', _`${data}${getProperty(property)}`);
    const missing = { message: `must have required property '${property}'`, params: _`{missingProperty: ${property}}` };
    gen.if(_`${tag} === undefined`);
    report(context, 'required', missing);
    for (const [branch, own] of values.entries()) {
      gen.elseIf(or(...own.map((value) => _`${tag} === ${value}`)));
      context.subschema({ keyword, schemaProp: branch, compositeRule: true }, branchValid);
      gen.assign(valid, branchValid);
    }
    gen.else();
    const unknown = { message: 'must be equal to one of the allowed values', params: listAllowed(values.flat()) };
    report(context, 'enum', unknown, str`${context.it.errorPath}${getErrorPath(property)}`);
    gen.endIf();
  };
  gen.if(_`typeof ${data} == "object" && ${data} && !Array.isArray(${data})`, validateBranch, () =>
    report(context, 'type', { message: 'must be object', params: _`{type: "object"}` }),
  );
  context.ok(valid);
}

function listAllowed(values: readonly string[]): Code {
  return _`{allowedValues: ${stringify(values)}}`;
}

/** Reports an error of another keyword, by default at the value of the union. */
function report(context: KeywordCxt, keyword: string, error: KeywordErrorDefinition, errorPath?: Code): void {
  const { it } = context;
  reportError({ ...context, keyword, it: { ...it, errorPath: errorPath ?? it.errorPath } }, error);
}
