import type { Dialect } from '../../model/model.js';
import { findKnownValidator } from '../../schema/known-validators.js';

/** Says what is wrong with a schema by the rules of its dialect; `undefined` when it is a valid one. */
export function findSchemaFault(dialect: Dialect, schema: object | boolean): string | undefined {
  const validate = findKnownValidator(`first fault ${dialect}`);
  if (validate(schema)) return undefined;
  const [error] = validate.errors ?? [];
  return `The schema is not valid at ${error?.instancePath || 'its root'}: ${error?.message}.`;
}
