/**
 * A precompiled validator: returns whether the value matches the schema. After `false`, `errors` contains the reasons. It has
 * the same shape as Ajv's standalone code.
 */
export interface Validator {
  (value: unknown): boolean;
  readonly errors?: readonly ValidationError[] | null;
}

/** A reason why a value does not match its schema. */
export interface ValidationError {
  /** JSON pointer to the part of the value that does not match; empty for the value itself. */
  readonly instancePath: string;
  /** The keyword that failed: `required`, `type`, … */
  readonly keyword: string;
  /** Parameters of the keyword, such as `{missingProperty: 'query'}`. */
  readonly params: { readonly [name: string]: unknown };
  /** `must be …` */
  readonly message?: string;
}
