import type { Dialect } from '../../../generator/core/model/model.js';
import type { PlainSchema } from '../../kit/build-model.js';

/** A schema, the declarations that it becomes, and values that prove them right. */
export interface SchemaCase {
  readonly name: string;
  /** The schema of the type `Root`. */
  readonly schema: PlainSchema;
  /** Schemas of other types, declared after `Root`. */
  readonly definitions?: { readonly [name: string]: PlainSchema };
  readonly dialect?: Dialect;
  /** All declarations, white space collapsed. */
  readonly want: string;
  /** Values that the validator accepts and that must be assignable. */
  readonly accepts: readonly unknown[];
  /** Values that the validator rejects and that must not be assignable. */
  readonly rejects?: readonly unknown[];
}

/** An object schema with these properties; its type is inferred, so that it can be spread. */
export function objectOf(properties: { readonly [name: string]: PlainSchema }, required: string[] = []) {
  return { type: 'object', properties, required };
}
