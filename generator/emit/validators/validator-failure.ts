/** A schema that cannot be compiled. */
export interface ValidatorFailure {
  readonly tool: string;
  readonly schema: 'input' | 'output';
  /** Why, one sentence. */
  readonly message: string;
}
