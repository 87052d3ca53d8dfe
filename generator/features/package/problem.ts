import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';

/** Problem that prevents a package or makes it less useful. */
export interface PackageProblem {
  /**
   * `missing`: the definition lacks a key that the package needs; reported once for all targets. `invalid`: a value
   * that the package cannot contain. `advice`: a warning.
   */
  readonly kind: 'missing' | 'invalid' | 'advice';
  /** Keys from the definition root, such as `['package', 'author', 'name']`; empty if the problem is not about a specific key. */
  readonly path: readonly string[];
  /** Place in the definitions. Default: that of the path. */
  readonly location?: SourceLocation;
  /** Sentence about the problem. For `missing`: the purpose of the value. */
  readonly message: string;
  /** Fix; for `missing`, an example of the value in YAML, such as `MIT`. */
  readonly help?: string;
}
