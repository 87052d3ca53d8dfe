import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describeKeyword } from '../../../runtime/wire/describe-keyword.js';
import { locateError, showPath, sumUpErrors } from '../../../runtime/wire/sum-up-errors.js';
import type { Dialect } from '../model/model.js';
import { findSlowGrowth } from '../pattern/find-slow-pattern.js';
import { countNested } from './count-nested.js';

/** Creates a compiler of validators for values in definitions. */
export function createValueCompiler(dialect: Dialect, fillsDefaults: boolean): Ajv {
  const options: Options = {
    allErrors: true,
    useDefaults: fillsDefaults,
    strict: false,
    addUsedSchema: false,
    logger: false,
    validateSchema: false,
    code: { regExp: createPattern },
  };
  const compiler = dialect === '2020-12' ? new Ajv2020(options) : new Ajv(options);
  addFormats.default(compiler);
  countNested(compiler);
  return compiler;
}

/** Creates a pattern to check values. A slow pattern, which is reported separately, accepts every string. */
const createPattern = Object.assign(
  (pattern: string, flags: string) =>
    findSlowGrowth(pattern) === undefined ? new RegExp(pattern, flags) : { test: () => true },
  { code: 'new RegExp' },
);

/** Returns why a value does not match a schema, as a clause such as `it must be an integer`; `undefined` if it does. */
export function findMismatch(validate: ValidateFunction, value: unknown): string | undefined {
  if (validate(value)) return undefined;
  const errors = sumUpErrors(validate.errors ?? []);
  const error = errors.find(({ keyword }) => keyword !== 'format') ?? errors[0];
  const path = error ? showPath(locateError(error), '') : '';
  const problem = error ? describeKeyword(error, path) : 'is not allowed';
  return `${path === '' ? 'it' : `\`${path}\``} ${problem}`;
}
