import { _, Name, nil, str, stringify, type Code, type KeywordCxt, type SchemaCxt } from 'ajv';
import { getProperty, or } from 'ajv/dist/compile/codegen/index.js';
import { reportError, resetErrorsCount } from 'ajv/dist/compile/errors.js';
import { getErrorPath } from 'ajv/dist/compile/util.js';

/** Property that distinguishes the branches of a union. */
export interface Discriminator {
  readonly property: string;
  /** Values of the property for each branch except the fallback. */
  readonly values: readonly (readonly Scalar[])[];
  /** Whether the last branch of an `anyOf` allows any value. That branch is tried after the matching one. */
  readonly hasFallback: boolean;
  /** Whether all branches require the property. */
  readonly isRequired: boolean;
  /** Whether each branch accepts only objects. If not, the schema that contains the union accepts only objects. */
  readonly hasObjectBranches: boolean;
}

type Scalar = string | number | boolean | null;

/**
 * Finds the discriminator of `anyOf` or `oneOf`: a property for which each branch allows different constants (`const`
 * or `enum`). Branches are objects; their references and `allOf` are followed. The last branch of an `anyOf` can allow
 * any value. Returns `undefined` if there is no discriminator.
 */
export function findDiscriminator({ keyword, schema, parentSchema, it }: KeywordCxt): Discriminator | undefined {
  if (!Array.isArray(schema) || schema.length < 2) return undefined;
  const branches = schema.map((branch: unknown) => listParts(branch, it.self.schemas));
  const hasObjectBranches = branches.every(acceptsObjects);
  if (!hasObjectBranches && !acceptsObjects([parentSchema])) return undefined;
  for (const property of listProperties(branches[0] ?? [])) {
    const tags = branches.map((parts) => listTags(parts, property));
    const hasFallback = keyword === 'anyOf' && tags.at(-1)?.length === 0;
    const values = hasFallback ? tags.slice(0, -1) : tags;
    const all = values.flat();
    if (values.some((own) => own.length === 0) || new Set(all).size < all.length) continue;
    const isRequired = branches.every((parts) => requires([...parts, parentSchema], property));
    return { property, values, hasFallback, isRequired, hasObjectBranches };
  }
  return undefined;
}

/** Schemas registered with the compiler, by URI. */
type Schemas = { readonly [uri: string]: { readonly schema: unknown } | undefined };

/** Schemas that all apply to the value of a branch. */
type Parts = readonly { readonly [keyword: string]: unknown }[];

/** Lists the schema of a branch, its references and its `allOf` members, up to a limit. */
function listParts(branch: unknown, schemas: Schemas): Parts {
  const parts = new Set([branch]);
  for (const part of parts) {
    if (!isObject(part) || parts.size > 20) continue;
    const { $ref, allOf } = part;
    if (typeof $ref === 'string') parts.add(schemas[$ref]?.schema);
    if (Array.isArray(allOf)) for (const member of allOf) parts.add(member);
  }
  return [...parts].filter(isObject);
}

function acceptsObjects(parts: Parts): boolean {
  return parts.some(({ type }) => type === 'object');
}

function requires(parts: Parts, property: string): boolean {
  return parts.some(({ required }) => Array.isArray(required) && required.includes(property));
}

function listProperties(parts: Parts): readonly string[] {
  return parts.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : []));
}

/** Lists the constants that a branch allows for a property; none if it also allows other values. */
function listTags(parts: Parts, property: string): readonly Scalar[] {
  for (const { properties } of parts) {
    const tag = isObject(properties) && Object.hasOwn(properties, property) ? properties[property] : undefined;
    if (!isObject(tag) || !('const' in tag || Array.isArray(tag['enum']))) continue;
    const values: readonly unknown[] = 'const' in tag ? [tag['const']] : (tag['enum'] as readonly unknown[]);
    return values.every(isScalar) ? values : [];
  }
  return [];
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Generates code that validates only the branch selected by the discriminator, and the fallback if that branch fails.
 * @param validateAll Generates code that validates all branches, for objects without the property.
 */
export function validateTagged(
  context: KeywordCxt,
  { property, values, hasFallback, isRequired, hasObjectBranches }: Discriminator,
  validateAll: () => void,
): void {
  const { gen, data, keyword } = context;
  const valid = gen.let('valid', false);
  validByContext.set(context.it, valid);
  const branchValid = gen.name('_valid');
  const validateBranch = (): void => {
    const tag = gen.const('tag', _`${data}${getProperty(property)}`);
    gen.if(_`${tag} === undefined`);
    if (isRequired) {
      // The fallback also allows other values.
      const allowed = hasFallback ? nil : _`, allowedValues: ${stringify(values.flat())}`;
      const params = _`{missingProperty: ${property}${allowed}}`;
      report(context, 'required', params);
    } else {
      assignOutcome(context, valid, validateAll);
    }
    /**
     * Generates the code of a branch. Returns whether later branches matter because evaluated properties are collected.
     */
    const tryBranch = (branch: number): boolean => {
      const part = context.subschema({ keyword, schemaProp: branch, compositeRule: true }, branchValid);
      gen.assign(valid, _`${valid} || ${branchValid}`);
      return context.mergeValidEvaluated(part, branchValid) === true;
    };
    for (const [branch, own] of values.entries()) {
      gen.elseIf(or(...own.map((value) => _`${tag} === ${value}`)));
      const isCollected = tryBranch(branch);
      if (!hasFallback) continue;
      const tryFallback = (): void => assignFallback(context, valid, () => tryBranch(values.length));
      if (isCollected) gen.block(tryFallback);
      else gen.if(_`!${valid}`, tryFallback);
    }
    gen.else();
    if (hasFallback) {
      tryBranch(values.length);
    } else {
      report(context, 'enum', listAllowed(values.flat()), str`${context.it.errorPath}${getErrorPath(property)}`);
    }
    gen.endIf();
  };
  gen.if(_`typeof ${data} == "object" && ${data} && !Array.isArray(${data})`, validateBranch, () => {
    if (hasObjectBranches) report(context, 'type', _`{type: "object"}`);
    // The schema around the union reports the wrong type.
    else gen.assign(valid, true);
  });
  context.ok(valid);
}

const validByContext = new WeakMap<SchemaCxt, Name>();

/**
 * Finds the variable that holds the validity of the last union with a discriminator in a schema.
 */
export function findUnionOutcome({ it }: KeywordCxt): Name | undefined {
  return validByContext.get(it);
}

/** Generates code in a block, and sets `valid` to whether that code reports no errors. */
function assignOutcome({ gen }: KeywordCxt, valid: Name, validate: () => void): void {
  const before = gen.const('_errs', errorCount);
  gen.block(validate);
  gen.assign(valid, _`${before} === ${errorCount}`);
}

/**
 * Generates the code of the fallback. Drops its errors, because the errors of the selected branch are more specific.
 */
function assignFallback(context: KeywordCxt, valid: Name, validate: () => void): void {
  const { gen } = context;
  const before = gen.const('_errs', errorCount);
  validate();
  resetErrorsCount(gen, before);
  gen.if(valid, () => context.reset());
}

/** Variable with the number of errors; every validator has it. */
const errorCount = new Name('errors');

function listAllowed(values: readonly Scalar[]): Code {
  return _`{allowedValues: ${stringify(values)}}`;
}

/** Reports an error on behalf of another keyword. Default path: the path of the value that the union validates. */
function report(context: KeywordCxt, keyword: string, params: Code, errorPath?: Code): void {
  const { it } = context;
  reportError({ ...context, keyword, it: { ...it, errorPath: errorPath ?? it.errorPath } }, { message: '', params });
}
