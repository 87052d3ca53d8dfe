import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import type { SourceNode } from './source-node.js';

/** Result of parsing a file. `root` is absent if the syntax is invalid or a limit is exceeded. */
export interface ParsedSource {
  readonly root?: SourceNode;
  readonly diagnostics: readonly Diagnostic[];
}

/** Maximum nesting depth of a file. */
export const maxDepth = 128;

/** Maximum number of values in a file, with aliases expanded. */
export const maxNodes = 1_000_000;

/** Creates the diagnostic for a duplicate key in a mapping. The first value is used. */
export function reportDuplicateKey(key: string, location: SourceLocation, first: SourceLocation): Diagnostic {
  const related = [{ message: 'first here', location: first }];
  return createDiagnostic('duplicate-key', location, `Duplicate key \`${key}\` in this mapping.`, {
    related,
    help: 'Remove or rename one of the two.',
  });
}

/**
 * Creates the diagnostic for a number that JSON cannot represent or an integer that JavaScript rounds; `undefined` for
 * any other number.
 */
export function reportNumber(value: number, location: SourceLocation): Diagnostic | undefined {
  if (!Number.isFinite(value)) return createDiagnostic('not-json', location, 'JSON cannot represent this number.');
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined;
  const message =
    'JavaScript rounds this integer because it cannot represent it exactly. Write it as a string to keep all digits.';
  return createDiagnostic('lossy-number', location, message);
}
