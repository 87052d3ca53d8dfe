import { _, Name, type Ajv, type KeywordCxt } from 'ajv';
import { useFunc } from 'ajv/dist/compile/util.js';
import type { Rule } from 'ajv/dist/compile/rules.js';
import { findDiscriminator, findUnionOutcome, validateTagged } from './discriminated-union.js';
import { countNested } from '../../../core/schema/count-nested.js';
import { replaceMembers } from '../../../core/schema/replace-members.js';
import { maxErrors } from './validator-parts.js';

/** Variables of every validator: the number of errors, and the errors (`null` if there are none). */
const errors = new Name('errors');
const vErrors = new Name('vErrors');

/** Generates the code of a keyword. */
type KeywordCode = (context: KeywordCxt) => void;

/** Keywords that apply a schema to each item or property. */
const loopKeywords = [
  'items',
  'additionalItems',
  'unevaluatedItems',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
];

/**
 * Replaces the code of keywords whose cost Ajv does not limit: loops end after {@link maxErrors} errors, `uniqueItems`
 * takes linear time, a long `enum` becomes a set, and `anyOf` and `oneOf` with a discriminator check only one branch.
 * @see docs/decisions/0015-validation-takes-linear-time.md
 */
export function boundKeywords(compiler: Ajv): void {
  for (const keyword of loopKeywords) replaceCode(compiler, keyword, (original) => endLoopsEarly(original));
  for (const keyword of ['unevaluatedItems', 'unevaluatedProperties']) replaceCode(compiler, keyword, skipAfterUnion);
  replaceCode(compiler, 'contains', dropErrors);
  replaceCode(compiler, 'uniqueItems', () => writeUniqueItems);
  replaceCode(compiler, 'enum', findInLongList);
  countNested(compiler);
  for (const keyword of ['anyOf', 'oneOf']) {
    replaceCode(compiler, keyword, (original) => (context) => {
      const discriminator = findDiscriminator(context);
      if (discriminator === undefined) original(context);
      else validateTagged(context, discriminator, () => original(context));
    });
  }
}

/** Minimum number of values for an `enum` to become a set. Ajv would compare a value with every `enum` value. */
const longList = 16;

function findInLongList(original: KeywordCode): KeywordCode {
  return (context) => {
    const { gen, data, schema, schemaCode } = context;
    const values = Array.isArray(schema) ? (schema as readonly unknown[]) : [];
    const isLong = values.length >= longList && values.every((value) => typeof value !== 'object' || value === null);
    if (!isLong) return original(context);
    context.pass(_`${useFunc(gen, { code: 'require("has-value").default' })}(${schemaCode}, ${data})`);
  };
}

/** Replaces the code of a keyword in place. If the keyword were added again, it would run after the other keywords. */
function replaceCode(compiler: Ajv, keyword: string, replace: (original: KeywordCode) => KeywordCode): void {
  const rule = compiler.RULES.all[keyword];
  // Some keywords do not exist in draft-07.
  if (typeof rule !== 'object' || !('code' in rule.definition)) return;
  rule.definition = { ...rule.definition, code: replace(rule.definition.code) } satisfies Rule['definition'];
}

/**
 * Ends a failed loop if there are too many errors. The condition must include errors from the loop itself, because
 * previous errors may belong to an undecided alternative.
 */
function endLoopsEarly(original: KeywordCode): KeywordCode {
  return (context) => {
    // Without `allErrors`, the first error ends the loop.
    if (context.it.allErrors !== true) return original(context);
    wrapLoops(original, context, (before) => {
      const { gen } = context;
      gen.if(_`${errors} >= ${maxErrors} && ${errors} > ${before}`, () => gen.break());
    });
  };
}

/** Skips a keyword after a failed union, because the members of the union would also be reported as unevaluated. */
function skipAfterUnion(original: KeywordCode): KeywordCode {
  return (context) => {
    const valid = findUnionOutcome(context);
    if (valid === undefined || context.it.allErrors !== true) original(context);
    else context.gen.if(valid, () => original(context));
  };
}

/** Drops excess errors of `contains`, which continues after items that do not match. */
function dropErrors(original: KeywordCode): KeywordCode {
  return (context) =>
    wrapLoops(original, context, (before) => {
      const { gen } = context;
      gen.if(_`${errors} - ${before} > ${maxErrors}`, () => {
        gen.assign(errors, _`${before} + ${maxErrors}`);
        gen.assign(_`${vErrors}.length`, errors);
      });
    });
}

/**
 * Generates the code of a keyword and adds code at the end of each loop body.
 * @param writeEnd Called with the number of errors before the loop.
 */
function wrapLoops(original: KeywordCode, context: KeywordCxt, writeEnd: (before: Name) => void): void {
  const { gen } = context;
  const extend = (body: (name: Name) => void) => {
    const before = gen.const('_errs', errors);
    return (name: Name) => {
      body(name);
      writeEnd(before);
    };
  };
  const loops: Partial<typeof gen> = {
    forRange: (prefix, from, to, body, kind) => gen.forRange(prefix, from, to, extend(body), kind),
    forIn: (prefix, object, body, kind) => gen.forIn(prefix, object, extend(body), kind),
  };
  original(replaceMembers(context, { gen: replaceMembers(gen, loops) }));
}

function writeUniqueItems(context: KeywordCxt): void {
  const { gen, data, schema } = context;
  if (schema !== true) return;
  const found = gen.const('found', _`${useFunc(gen, { code: 'require("find-duplicate").default' })}(${data})`);
  context.setParams({ i: _`${found}[0]`, j: _`${found}[1]` });
  context.fail(found);
}
