/** Reason why a package cannot be made, or is less useful than it could be. */
export interface PackageProblem {
  /**
   * `missing`: a key of the definition that the package needs; those of several targets are reported as one. `invalid`: a value
   * that the package cannot have. `advice`: a warning.
   */
  readonly kind: 'missing' | 'invalid' | 'advice';
  /** Keys from the root of the definition, such as `['package', 'author', 'name']`; empty for what no key says. */
  readonly path: readonly string[];
  /** A sentence. For `missing`: what the value is for. */
  readonly message: string;
  /** The remedy; for `missing` an example of the value in YAML, such as `MIT`. */
  readonly help?: string;
}
