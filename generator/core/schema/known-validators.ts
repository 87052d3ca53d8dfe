import type { ValidateFunction } from 'ajv';
import { compileKnown, type KnownSchema } from './compile-known.js';

/**
 * The validator of a known schema. In the bundle of the command line, `bundle/` replaces this module by compiled validators.
 */
export function findKnownValidator(name: KnownSchema): ValidateFunction {
  const validate = compiled.get(name) ?? compileKnown(name).validate;
  compiled.set(name, validate);
  return validate;
}

const compiled = new Map<KnownSchema, ValidateFunction>();
