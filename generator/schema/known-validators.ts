import type { ValidateFunction } from 'ajv';
import { compileKnown, type KnownSchema } from './compile-known.js';

/**
 * The validator of a known schema. What is wrong with a value is in its `errors` afterwards.
 *
 * The bundle of the command line has printed code in the place of this module: see `bundle/`.
 */
export function findKnownValidator(name: KnownSchema): ValidateFunction {
  const validate = compiled.get(name) ?? compileKnown(name).validate;
  compiled.set(name, validate);
  return validate;
}

const compiled = new Map<KnownSchema, ValidateFunction>();
