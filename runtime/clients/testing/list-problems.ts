import type { ValidationError } from '../../core/api/definition.js';
import { findProblems } from '../../core/results/describe-problems.js';

/** A problem with a value that does not match a schema. */
export interface ValueProblem {
  /** JSON Pointer of the invalid or missing property, such as `/address/city`. */
  readonly path: string;
  /** Expected and actual value: `must be a string, got 7`. */
  readonly message: string;
}

/**
 * Lists the problems that a generated validator found, in the words that a model reads after a call with invalid
 * arguments.
 *
 * @param errors The `errors` of the validator.
 */
export function listProblems(
  errors: readonly ValidationError[] | null | undefined,
  value: unknown,
): readonly ValueProblem[] {
  const problems = findProblems(errors, value).map(({ segments, message }): ValueProblem => {
    return { path: segments.map((segment) => `/${escapeSegment(segment)}`).join(''), message };
  });
  return [...new Map(problems.map((problem) => [`${problem.path} ${problem.message}`, problem])).values()];
}

function escapeSegment(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}
