import type { ValidateFunction } from 'ajv';
import { compileKnown, type KnownSchema } from './compile-known.js';

/** Returns the validator of a built-in schema. The CLI bundle replaces this module with precompiled validators (`cli/bundle/`). */
export function findKnownValidator(name: KnownSchema): ValidateFunction {
  const validate = compiled.get(name) ?? compileKnown(name).validate;
  compiled.set(name, validate);
  return validate;
}

const compiled = new Map<KnownSchema, ValidateFunction>();
