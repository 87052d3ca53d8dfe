import { _, Name, type Ajv, type Code, type KeywordCxt, type KeywordErrorDefinition } from 'ajv';
import type { Rule } from 'ajv/dist/compile/rules.js';
import { replaceMembers } from './replace-members.js';

/** Variable with the number of errors; every validator has it. */
const errors = new Name('errors');

/** Ajv's code for error parameters, as object members by keyword. */
const paramsByKeyword: { readonly [keyword: string]: (context: KeywordCxt) => Code } = {
  anyOf: ({ schema }) => _`branches: ${schema.length}`,
  oneOf: ({ schema, params }) => _`branches: ${schema.length}, passingSchemas: ${params['passing']}`,
  if: ({ params }) => _`failingKeyword: ${params['ifClause']}`,
  contains: ({ params: { min, max } }) =>
    max === undefined ? _`minContains: ${min}` : _`minContains: ${min}, maxContains: ${max}`,
  propertyNames: ({ params }) => _`propertyName: ${params['propertyName']}`,
};

/**
 * Adds two parameters to errors that summarize errors of subschemas: `nested`, the number of preceding errors that they
 * summarize, and `branches`, the number of union alternatives. The runtime's `sumUpErrors` needs both.
 */
export function countNested(compiler: Ajv): void {
  for (const [keyword, members] of Object.entries(paramsByKeyword)) {
    const rule = compiler.RULES.all[keyword];
    if (typeof rule !== 'object' || !('code' in rule.definition)) continue;
    const { message = '' } = rule.definition.error ?? {};
    const params: KeywordErrorDefinition['params'] = (context) => {
      const before = context.params['before'] ?? context.errsCount;
      const params = members(context as KeywordCxt);
      return before === undefined ? _`{${params}}` : _`{nested: ${errors} - ${before}, ${params}}`;
    };
    const { code } = rule.definition;
    const counted = keyword === 'propertyNames' ? countForEach(code) : code;
    rule.definition = { ...rule.definition, code: counted, error: { message, params } } satisfies Rule['definition'];
  }
}

/** Counts the errors before each property, because the keyword reports one error per property. */
function countForEach(original: (context: KeywordCxt) => void): (context: KeywordCxt) => void {
  return (context) => {
    const setParams: KeywordCxt['setParams'] = (params) =>
      context.setParams({ ...params, before: context.gen.const('_errs', errors) });
    original(replaceMembers(context, { setParams }));
  };
}
