/**
 * A precompiled validator: returns whether the value fits the schema. After `false`, `errors` has the reasons.
 * The shape is that of Ajv's standalone code.
 */
export interface Validator {
  (value: unknown): boolean;
  readonly errors?: readonly ValidationError[] | null;
}

/** One reason why a value does not fit its schema. */
export interface ValidationError {
  /** JSON pointer to the part of the value that does not fit; empty for the value itself. */
  readonly instancePath: string;
  /** The keyword that failed: `required`, `type`, … */
  readonly keyword: string;
  /** What the keyword demands, such as `{missingProperty: 'query'}`. */
  readonly params: { readonly [name: string]: unknown };
  /** `must be …` */
  readonly message?: string;
}
